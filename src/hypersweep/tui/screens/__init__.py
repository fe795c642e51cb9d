"""The screens of the full-screen game; each knows its host by a narrow protocol and no other screen."""
