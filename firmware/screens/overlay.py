"""A screen that covers the display alone: the matrix goes on showing the screen below."""

from firmware.screens.screen import LIGHTS, Screen


class Overlay(Screen):
    """`below` is the screen whose lights stay on, blinking as before."""

    def __init__(self, app):
        super().__init__(app)
        self.below = app.screen

    def tick(self, now):
        return self.below.tick(now) & LIGHTS

    def light(self, pixels):
        self.below.light(pixels)
