"""Systems of university courses, reproduced to the byte; they only translate calls and text for the shared engine."""
