"""Pictures of what is posted: a player's games, the points of the field; from a posting alone."""

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.public.selectors.figures import field_figure, player_figures
from brackets.standings.postings import PublicView, latest_posting
from tests.brackets.playoffs.playing import posted
from tests.pages import get_page
from tournaments.models import Audience, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted(players=24)


def test_a_players_points_stand_beside_those_around_the_line(tournament: Tournament) -> None:
    public = PublicView(tournament)
    assert public.outcome is not None
    place = public.outcome.rows[0]
    last = [row for row in public.outcome.rows if row.qualifies][-1]
    below = public.outcome.rows[last.position]

    points, spreads = player_figures(public.posting, public.outcome, place)

    assert points.header == ("Game", place.name, last.name, below.name)
    assert points.rows[-1][1:] == tuple(row.totals["game_points"] for row in (place, last, below))
    assert sum(int(str(spread)) for _, spread in spreads.rows) == place.totals["net"]
    assert points.sentence.endswith(f"; first below the line, {below.name} {below.totals['game_points']}.")


def test_who_is_at_the_line_is_drawn_once(tournament: Tournament) -> None:
    public = PublicView(tournament)
    assert public.outcome is not None
    last = [row for row in public.outcome.rows if row.qualifies][-1]

    points, _ = player_figures(public.posting, public.outcome, last)

    assert points.header == ("Game", last.name, public.outcome.rows[last.position].name)


def test_the_field_is_counted_by_points_with_those_who_qualify(tournament: Tournament) -> None:
    public = PublicView(tournament)
    assert public.outcome is not None

    shown = field_figure(public.posting, public.outcome)

    assert shown is not None
    assert sum(int(str(players)) for _, players, _ in shown.rows) == 24
    assert sum(int(str(through)) for *_, through in shown.rows) == public.outcome.report.qualifiers


def test_pages_show_them_once_they_are_posted_and_never_before(client: Client, tournament: Tournament) -> None:
    number = tournament.entrants.order_by("number")[0].number
    pages = (f"{tournament.get_absolute_url()}p/{number}/", f"{tournament.get_absolute_url()}standings/")
    assert [len(get_page(client, page).all("svg")) for page in pages] == [3, 1]  # a picture in a picture

    open_to_all = import_event(event_file=make_event(players=12, games=3, errors=False))
    Tournament.objects.filter(pk=open_to_all.pk).update(standings_shown=Audience.EVERYBODY)
    open_to_all.refresh_from_db()
    public = PublicView(open_to_all)
    assert public.outcome is not None
    assert latest_posting(open_to_all) is None

    assert player_figures(public.posting, public.outcome, public.outcome.rows[0]) == []
    assert field_figure(public.posting, public.outcome) is None
