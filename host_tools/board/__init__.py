"""A real board on its USB port: deploying to it, and getting from it what it keeps."""
