from django.apps import AppConfig
from django.conf import settings
from django.utils.module_loading import import_string

from scorecards.rules.citations import CITATION_PROBLEMS


class ScorecardsConfig(AppConfig):
    """Scorecards: entry, cross-checking, ranking and club matches."""

    name = "scorecards"

    def ready(self) -> None:
        """Load the functions named in the settings, so that a wrong name stops the start."""
        import_string(settings.HEAD_JUDGE)
        import_string(settings.CALL_JUDGE)
        CITATION_PROBLEMS[:] = [import_string(path) for path in settings.CITATION_PROBLEMS]
