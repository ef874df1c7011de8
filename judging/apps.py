from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Calls and rulings."""

    name = "judging"

    def ready(self) -> None:
        """Answer what tournaments and scorecards ask."""
        from judging.calls.selectors import waiting_calls
        from judging.calls.services.calls import call_from_table
        from judging.judges.selectors import head_judge_of
        from judging.judges.services import copy_relations
        from judging.rules.rulebook import citation_problem
        from scorecards import hooks as of_cards
        from scorecards.rules.citations import CITATION_PROBLEMS
        from tournaments import hooks

        hooks.open_calls.listen(waiting_calls)
        hooks.event_is_copied.listen(copy_relations)
        of_cards.call_judge.listen(call_from_table)
        of_cards.head_judge_of.listen(head_judge_of)
        CITATION_PROBLEMS[:] = [citation_problem]
