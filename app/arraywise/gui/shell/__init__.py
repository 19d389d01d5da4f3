"""The main window and what surrounds the pages: menus, requirement, answer, guide, presenting."""
