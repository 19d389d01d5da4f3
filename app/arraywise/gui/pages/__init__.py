"""The pages of the window, a package or module each; a page knows `base`, no other page."""
