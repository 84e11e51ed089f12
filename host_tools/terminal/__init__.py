"""The device in a terminal, built with Textual."""
