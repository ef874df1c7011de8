"""Static files by names that change with what is in them, also where one script imports another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Has our scripts import each other by the names with a hash by which pages ask for them.

    By both names a browser would run a script twice, and after an update it would mix scripts of two versions. Django
    does this only for all scripts or none, and one that django-htmx brings along, unused, imports what is not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r'(?P<matched>(?P<word>from|import) "(?P<url>\.[^"]+)";)', '%(word)s "%(url)s";'),)),
    )
