"""Course systems, each reproduced to the byte; they translate calls and words, and hold no rules of their own."""
