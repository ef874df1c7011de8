from django.apps import AppConfig


class ScorecardsConfig(AppConfig):
    """What was written, what is wrong with it, who is ahead."""

    name = "scorecards"

    def ready(self) -> None:
        """Work out what the cards come to in the transaction of every change (tournaments knows nothing of cards)."""
        from scorecards.services_reckoning import follow_change
        from tournaments.services import AFTER_CHANGE

        if follow_change not in AFTER_CHANGE:
            AFTER_CHANGE.append(follow_change)
