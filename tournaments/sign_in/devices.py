"""Describe a browser in words: enough to tell one's own browsers apart."""

BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox")),
    *(("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "a Chromebook"), ("Macintosh", "a Mac"), ("Linux", "Linux")),
)


def device_in_words(user_agent: str) -> str:
    """Return what a browser is: ``Firefox on Windows``."""
    agent = user_agent[:500]
    browser = next((name for part, name in BROWSERS if part in agent), "Unknown browser")
    system = next((name for part, name in SYSTEMS if part in agent), "")
    return f"{browser} on {system}" if system else browser
