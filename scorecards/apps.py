from django.apps import AppConfig
from django.conf import settings
from django.utils.module_loading import import_string

from scorecards.citations import CITATION_PROBLEMS


class ScorecardsConfig(AppConfig):
    """What was written, what is wrong with it, who is ahead."""

    name = "scorecards"

    def ready(self) -> None:
        """Hold the rules that are cited to what the settings name: the engine knows neither settings nor index."""
        CITATION_PROBLEMS[:] = [import_string(path) for path in settings.CITATION_PROBLEMS]
