"""The window as assistive technology sees it: over the real AT-SPI bus, under Xvfb, read by the system's pyatspi."""
