"""A screen that covers the display alone: the matrix goes on showing what it showed."""

from firmware.screens.screen import LIGHTS, Screen


class Overlay(Screen):
    """`below` is the screen whose lights stay on, blinking as before; None at the bottom."""

    def __init__(self, app):
        super().__init__(app)
        self.below = app.stack[-1] if app.stack else None

    def tick(self, now):
        return self.below.tick(now) & LIGHTS if self.below else 0

    def light(self, pixels):
        if self.below:
            self.below.light(pixels)
