from django.apps import AppConfig


class ScorecardsConfig(AppConfig):
    """What was written, what is wrong with it, who is ahead."""

    name = "scorecards"
