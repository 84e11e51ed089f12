"""The 128 × 64 picture and the 64 lights, and what they are drawn with."""
