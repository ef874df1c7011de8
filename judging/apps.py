from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Calls and rulings."""

    name = "judging"
