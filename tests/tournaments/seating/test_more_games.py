"""Games added after cards are keyed: only these are scheduled, and nothing else changes."""

from tests.tournaments.seating.conftest import DirectedEvent, said
from tournaments.models import Tournament
from tournaments.seating.selectors.warnings import warnings_of

MORE = "schedule/more/"
AS_TYPED = {"start_time": "", "starts_on": "2026-11-21", "best_of": "", "games": 5}


def with_games(event: DirectedEvent, games: int) -> None:
    """Key a card, and give the event another number of games."""
    event.key_a_card()
    Tournament.objects.update(games=games)


def test_new_games_alone_are_scheduled(scheduled: DirectedEvent) -> None:
    before = scheduled.now.schedule
    with_games(scheduled, 5)
    page = scheduled.get()

    response = scheduled.client.post(scheduled.address(MORE), follow=True)

    now = scheduled.now
    assert "Schedule games 4 and 5" in page.texts("button")
    assert "Games 4 and 5 are scheduled; what was there before stays." in said(response)
    assert (now.schedule[:3], len(now.schedule)) == (before, 5)
    assert warnings_of(scheduled.tournament, now) == []


def test_page_offers_nothing_where_every_game_is_scheduled(scheduled: DirectedEvent) -> None:
    response = scheduled.post(MORE)

    assert [text for text in scheduled.get().texts("button") if text.startswith("Schedule")] == []
    assert (response.status_code, said(response).count("Every game is scheduled: there are none to add.")) == (422, 1)


def test_who_has_left_is_not_in_the_new_games_and_a_house_player_comes(scheduled: DirectedEvent) -> None:
    with_games(scheduled, 4)
    scheduled.tournament.entrants.filter(number=3).update(withdrawn_after_game=2)

    scheduled.post(MORE)

    now = scheduled.now
    [house] = [chair for chair in now.chairs.values() if chair.house_player]
    paired = {number for pair in now.schedule[3].pairs for number in pair}
    assert paired == {1, 2, 4, 5, 6, 7, 8, house.number}
    assert house.seat == "C-1"


def test_games_that_were_added_are_taken_back(scheduled: DirectedEvent) -> None:
    before = scheduled.now.schedule
    with_games(scheduled, 7)
    scheduled.post(MORE)
    action = scheduled.last.action

    scheduled.undo()

    assert (action, scheduled.now.schedule) == ("games added", before)


def test_new_games_in_which_everybody_has_met_are_refused_with_what_works(event: DirectedEvent) -> None:
    event.seat(4)
    event.schedule()
    with_games(event, 7)

    response = event.post(MORE)

    assert (response.status_code, len(event.now.schedule)) == (422, 3)
    assert (
        "Game 7 cannot be paired: some would meet for the third time. "
        "What would work: fewer games in the settings." in said(response)
    )


def test_settings_lead_to_the_new_games(scheduled: DirectedEvent) -> None:
    scheduled.key_a_card()
    address = f"/t/{scheduled.tournament.slug}/settings/"
    page = scheduled.client.get(address)
    form = page.context["form"]

    response = scheduled.client.post(address, {**form.initial, **AS_TYPED}, follow=True)

    assert "The schedule has 3 of 5 games. Add the new games under Seating." in said(response)


def test_number_of_games_stays_where_extra_rounds_are_keyed(event: DirectedEvent) -> None:
    Tournament.objects.update(games=4, makeup_rounds=1)
    event.enter(5)
    event.key_a_card()
    address = f"/t/{event.tournament.slug}/settings/"
    form = event.client.get(address).context["form"]

    response = event.client.post(address, {**form.initial, **AS_TYPED})

    assert response.status_code == 422
    assert "their last lines are extra rounds for byes. The number of games is fixed." in said(response)
