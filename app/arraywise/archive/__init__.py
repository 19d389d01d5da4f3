"""The archive of a firm: Delta tables of many studies, and the bytes of files beside them.

Needs the extra `arraywise[archive]`; nothing here is imported before an archive is asked for.
"""
