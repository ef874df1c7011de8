from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register
from django.utils.module_loading import import_string


class TournamentsConfig(AppConfig):
    """Who plays, where they sit, who may do what."""

    name = "tournaments"

    def ready(self) -> None:
        """Load what the apps above do for this one: a wrong name in the settings stops the site from starting."""
        from tournaments.backups.upgrades import check_age

        register(check_age, Tags.database)
        by_name = (*settings.TOURNAMENT_PROGRESS.values(), *settings.SIDE_POOLS.values())
        for path in (*settings.ON_TOURNAMENT_CHANGE, *settings.ON_EVENT_COPIED, *by_name):
            import_string(path)
        import_string(settings.CARD_ADDRESSES)
        import_string(settings.EVENT_CHECK)
