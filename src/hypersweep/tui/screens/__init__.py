"""The screens of the full-screen game. Each uses the application through the ``Host`` protocol, and no other screen."""
