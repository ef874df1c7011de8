from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Who plays, where they sit, who may do what."""

    name = "tournaments"
