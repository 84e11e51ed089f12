"""What a press and a frame cost, counted on the 32-bit VM."""
