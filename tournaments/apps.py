from django.apps import AppConfig
from django.core.checks import Tags, register


class TournamentsConfig(AppConfig):
    """Who plays, where they sit, who may do what."""

    name = "tournaments"

    def ready(self) -> None:
        from tournaments.backups.upgrades import check_age

        register(check_age, Tags.database)
