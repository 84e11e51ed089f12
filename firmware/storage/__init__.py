"""What outlives a power cut: games, settings, crashes."""
