"""Fields, banners, messages, theme and painting that any page uses."""
