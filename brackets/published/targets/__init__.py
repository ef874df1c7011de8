"""Where the published site is sent to."""
