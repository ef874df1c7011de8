from django.apps import AppConfig


class BracketsConfig(AppConfig):
    """Playoffs and what follows."""

    name = "brackets"

    def ready(self) -> None:
        """Answer what tournaments and scorecards ask."""
        from brackets.event_files.verify import all_differences
        from brackets.payouts.selectors import pool_ticks, stakes_of_pools
        from brackets.payouts.services import copy_plan, forget_stakes, join_pool, tick_pool
        from brackets.playoffs.selectors import last_played_round, open_matches
        from brackets.posting.selectors import cards_posted_of_members, is_as_posted
        from brackets.public.selectors.announcements import call_of, standing_call
        from brackets.public.selectors.player import posted_place
        from brackets.public.services import post_announcement
        from scorecards import hooks as of_cards
        from tournaments import hooks

        hooks.last_played_round.listen(last_played_round)
        hooks.open_matches.listen(open_matches)
        hooks.cards_posted_of_members.listen(cards_posted_of_members)
        hooks.is_as_posted.listen(is_as_posted)
        hooks.standing_call.listen(standing_call)
        hooks.differences_of.listen(all_differences)
        hooks.event_is_copied.listen(copy_plan)
        hooks.stakes_of_pools.listen(stakes_of_pools)
        hooks.join_pool.listen(join_pool)
        hooks.forget_stakes.listen(forget_stakes)
        hooks.pool_ticks.listen(pool_ticks)
        hooks.tick_pool.listen(tick_pool)
        of_cards.announce.listen(post_announcement)
        of_cards.call_of.listen(call_of)
        of_cards.posted_place.listen(posted_place)
