"""What keeps an image from being made."""


class ImageError(Exception):
    """One line: what is wrong, and what to do about it."""
