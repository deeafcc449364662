"""What a saved evaluation must hold, so that everything that loads can also be shown."""
