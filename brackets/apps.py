from django.apps import AppConfig


class BracketsConfig(AppConfig):
    """Playoffs and what follows."""

    name = "brackets"
