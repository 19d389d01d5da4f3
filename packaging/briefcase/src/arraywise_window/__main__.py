"""Starts the program as the command `arraywise` does."""

from arraywise.__main__ import main

if __name__ == "__main__":
    main()
