from django.apps import AppConfig


class ScorecardsConfig(AppConfig):
    """Scorecards: entry, cross-checking, ranking and club matches."""

    name = "scorecards"

    def ready(self) -> None:
        """Listen to the events of tournaments."""
        from scorecards.photographs.services.deletion import forget_pictures
        from scorecards.records.progress import cards_of_members, entered_lines, has_entered_cards, last_entered_game
        from scorecards.records.recalculate import work_out_after_burst
        from scorecards.reporting.services.codes import addresses_of_cards, make_missing_codes
        from scorecards.reporting.services.plan import follow_plan
        from tournaments import hooks

        hooks.has_cards.listen(has_entered_cards)
        hooks.cards_of_members.listen(cards_of_members)
        hooks.entered_lines.listen(entered_lines)
        hooks.highest_keyed_game.listen(last_entered_game)
        hooks.card_addresses.listen(addresses_of_cards)
        hooks.event_changes.listen(work_out_after_burst, make_missing_codes, follow_plan)
        hooks.event_is_destroyed.listen(forget_pictures)
