"""The full-screen game's screens. Each uses the application through the ``Host`` protocol, and no other screen."""
