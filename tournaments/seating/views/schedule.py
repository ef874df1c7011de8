"""The schedule: made, checked, shown game by game, changed, imported and exported."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.hooks import has_cards
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, OddField
from tournaments.page_cache.cache import is_fragment
from tournaments.paging import page_of_rows
from tournaments.refused import Refused
from tournaments.rules.movement.boards import places_in
from tournaments.rules.movement.setup import MovementKind
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.text import whole_number
from tournaments.seating import forms
from tournaments.seating.schedule_csv import write_schedule
from tournaments.seating.selectors.movements import movement_choices, proof_of_schedule, room_sections
from tournaments.seating.selectors.seats import Seating, forfeits_of, last_changes, seating_of, who_stays
from tournaments.seating.selectors.warnings import extra_rounds_in, usual_odd_field, warnings_of, warnings_of_schedule
from tournaments.seating.services.repairs import changed_games, changed_seats, move_table, preview_of
from tournaments.seating.services.schedule import (
    import_schedule,
    make_schedule,
    movement_in_words,
    read_schedule_file,
    schedule_more_games,
)
from tournaments.seating.services.schedule_changes import (
    digest_of_game,
    pair_latecomers,
    swap_in_game,
    take_out_of_schedule,
    take_over_chair,
)
from tournaments.seating.views.seats import done, making_of, seating_page
from tournaments.spreadsheets.responses import CSV, download
from tournaments.staff.access import staff_page

KINDS = [kind.value for kind in MovementKind]
CSRF_FIELD = "csrfmiddlewaretoken"
CHANGED_SINCE_PREVIEW = "Seats or schedule have been changed since the preview: nothing was saved. Preview it again."


@require_POST
@staff_page(shows=seating_page)
def make(request: EventRequest) -> HttpResponse:
    chosen = request.POST.get("odd_field")
    kind = request.POST.get("kind")
    stay = [number for text in request.POST.getlist("stay") if (number := whole_number(text)) is not None]
    movement = make_schedule(
        request.event,
        request.me,
        odd_field=chosen if chosen in OddField.values else None,
        seen=request.POST.get("seen"),
        kind=MovementKind(kind) if kind in KINDS else None,
        sections=sizes_from(request.POST.get("sections", "")),
        stay=stay,
    )
    return done(request, movement_in_words(movement, per_opponent=request.event.games_per_opponent))


def sizes_from(text: str) -> tuple[int, ...]:
    """Return the boards of each section from ``24-24-30``; none where it is something else."""
    sizes = [whole_number(part) for part in text.split("-")]
    return tuple(size for size in sizes if size is not None) if None not in sizes else ()


@require_safe
@staff_page()
def movements(request: EventRequest) -> HttpResponse:
    """Show each movement for this field; the address says what is asked for, so nothing is stored yet."""
    now = seating_of(request.event)
    odd_field = request.GET.get("odd_field", "")
    odd_field = odd_field if odd_field in OddField.values else usual_odd_field(request.event)
    number_at = {seat.casefold(): number for number, seat in now.seat_of.items()}
    asked_for = [text.strip() for text in request.GET.getlist("stay")]
    numbers = [number_at.get(text.casefold(), whole_number(text)) for text in asked_for]
    marked = who_stays(now, now.seat_of)
    stay = tuple(dict.fromkeys(number for number in (*marked, *numbers) if number in now.seat_of))
    sections = sizes_from(request.GET.get("sections", ""))
    is_ready = bool(now.seat_of) and not now.waiting and not request.event.is_double_round_robin
    choices = movement_choices(request.event, now, odd_field, stay=stay, sections=sections) if is_ready else ()
    context = {
        "seating": now,
        "odd_field": odd_field,
        "staying": [now.chairs[number] for number in stay if number not in marked],
        "marked": [now.chairs[number] for number in marked],
        "others": [chair for chair in now.in_seat_order if chair.number not in stay and not chair.house_player],
        "divisions": room_sections(request.event, now, odd_field) if is_ready else (),
        "is_ready": is_ready,
        "choices": choices,
        "divided": choices[-1].get("sections") if choices else (),
        "cards_are_in": now.schedule and has_cards(request.event),
    }
    return render(request, "tournaments/seating/movements.html", context)


@require_POST
@staff_page(shows=seating_page)
def more(request: EventRequest) -> HttpResponse:
    games = schedule_more_games(request.event, request.me)
    verb = "is" if len(games) == 1 else "are"
    return done(request, f"{games_in_words(games).capitalize()} {verb} scheduled; what was there before stays.")


@require_safe
@staff_page()
def schedule(request: EventRequest) -> HttpResponse:
    return _schedule_page(request)


def _schedule_page(
    request: EventRequest,
    refused: forms.ChangeForm | forms.ScheduleFileForm | None = None,
    *,
    file_errors: Sequence[str] = (),
) -> HttpResponse:
    """Render the page; the form that was ``refused`` stands there as it was typed."""
    now = seating_of(request.event)
    status = 200 if refused is None else 422
    context = {
        "seating": now,
        "warnings": warnings_of(request.event, now),
        "proof": proof_of_schedule(request.event, now),
        "forfeits": forfeits_of(now),
        **{
            f"{name}_form": refused if isinstance(refused, form) else form(request.event, now)
            for name, (form, *_) in CHANGES.items()
        },
        "file_form": refused if isinstance(refused, forms.ScheduleFileForm) else forms.ScheduleFileForm(),
        "file_errors": file_errors,
        "undo": last_changes(request.event, now)[0],
        **({} if now.schedule else making_of(request.event, now)),
    }
    return render(request, "tournaments/seating/schedule.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def game(request: EventRequest, number: int) -> HttpResponse:
    if not 1 <= number <= request.event.games:
        raise Http404("no such game")
    form, status = None, 200
    if request.method == "POST":
        form, status = forms.SwapForm(request.event, seating_of(request.event), request.POST), 422
        if form.is_valid():
            try:
                swap_in_game(request.event, request.me, game=number, **form.cleaned_data)
            except Refused as refused:
                form.refuse(refused)
                status = refused.status
            else:
                return _game_changed(request, number)
    return _game_page(request, number, form=form, status=status)


def _game_changed(request: EventRequest, game: int) -> HttpResponse:
    text = f"Two entrants have changed places in game {game}."
    if is_fragment(request, "game"):
        return _game_page(request, game, message=text)
    messages.success(request, text)
    return redirect("tournaments:scheduled-game", request.event.slug, game)


def _game_page(
    request: EventRequest, game: int, *, form: forms.SwapForm | None = None, status: int = 200, message: str = ""
) -> HttpResponse:
    now = seating_of(request.event)
    seen = digest_of_game(now.game(game))
    if form is None:
        form = forms.SwapForm(request.event, now, initial={"seen": seen})
    else:
        # What was chosen stays; sent once more it is meant for the game as it is now.
        form.data = {**request.POST.dict(), "seen": seen}
    context = {
        "game": game,
        "games": [scheduled.game for scheduled in now.schedule],
        "page": page_of_rows(request.GET, _boards(now, game)),
        "warnings": warnings_of(request.event, now),
        "undo": last_changes(request.event, now)[0],
        "form": form,
        "message": message,
    }
    is_part = is_fragment(request, "game")
    template = "tournaments/seating/_game.html" if is_part else "tournaments/seating/game.html"
    return render(request, template, context, status=status)


def _boards(now: Seating, number: int) -> list[dict[str, Any]]:
    scheduled = now.game(number)
    if scheduled is None:
        return []
    where = places_in(now.schedule, now.seat_of, number)
    return [
        {
            "first": now.chairs[first],
            "second": now.chairs[second],
            "first_at": where.get(first, ""),
            "second_at": where.get(second, ""),
            "has_left": [
                chair.shown_name for chair in (now.chairs[first], now.chairs[second]) if chair.has_left(number)
            ],
        }
        for first, second in scheduled.pairs
    ]


def _seated_in_words(latecomers: Sequence[Entrant]) -> str:
    return " ".join(
        f"{chair.shown_name} has seat {chair.seat}, from game {chair.first_game} on." for chair in latecomers
    )


def _taken_out_in_words(taken_out: tuple[Sequence[int], Sequence[int]]) -> str:
    changed, kept = taken_out
    message = f"Taken out. Changed: {games_in_words(changed)}."
    if not kept:
        return message
    still = f"Still paired in {games_in_words(kept)}"
    return f"{message} {still}: the opponents left behind have met too often, or one does not play."


CHANGES: Mapping[str, tuple[type[forms.ChangeForm], Callable[..., Any], Callable[[Any], str]]] = {
    "latecomer": (forms.LatecomerForm, pair_latecomers, _seated_in_words),
    "chair": (forms.ChairForm, take_over_chair, lambda _: "The seat is taken over."),
    "out": (forms.TakeOutForm, take_out_of_schedule, _taken_out_in_words),
    "table": (forms.TableForm, move_table, lambda _: "The players of that table have new seats."),
}
"""The form of each change, what makes it, and what it did, in words."""


@require_POST
@staff_page()
def change(request: EventRequest, what: str) -> HttpResponse:
    """Show a change before it is stored, then make it and say what it did; tell in the form why it cannot be made."""
    form_of, service, in_words = CHANGES[what]
    form = form_of(request.event, seating_of(request.event), request.POST)
    if form.is_valid():
        with form.refusals():
            if not request.POST.get("confirmed"):
                return _preview_page(
                    request, *preview_of(service, tournament=request.event, actor=request.me, **form.cleaned_data)
                )
            if request.POST.get("seen", digest := seating_of(request.event).digest) != digest:
                raise Refused(CHANGED_SINCE_PREVIEW)
            made = service(tournament=request.event, actor=request.me, **form.cleaned_data)
            messages.success(request, in_words(made))
            return redirect("tournaments:schedule", request.event.slug)
    return _schedule_page(request, form)


def _preview_page(request: EventRequest, before: Seating, after: Seating) -> HttpResponse:
    fields = [(name, value) for name, values in request.POST.lists() for value in values if name != CSRF_FIELD]
    context = {
        "fields": [*fields, ("seen", before.digest), ("confirmed", "yes")],
        "seats": changed_seats(before, after),
        "games": changed_games(before, after),
        "proof": proof_of_schedule(request.event, after),
        "warnings": warnings_of(request.event, after),
    }
    return render(request, "tournaments/seating/preview.html", context)


@require_safe
@staff_page()
def as_csv(request: EventRequest) -> HttpResponse:
    now = seating_of(request.event)
    names = {number: chair.seat for number, chair in now.chairs.items()}
    table = write_schedule(now.schedule, names)
    return download(table.encode(), CSV, f"{request.event.slug}-schedule.csv")


@require_POST
@staff_page()
def preview(request: EventRequest) -> HttpResponse:
    form = forms.ScheduleFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _schedule_page(request, form)
    now = seating_of(request.event)
    reading = read_schedule_file(request.event, now, form.data_of_file())
    if reading.schedule is None:
        return _schedule_page(request, form, file_errors=reading.errors)
    extra = extra_rounds_in(request.event, reading.schedule)
    text = write_schedule(reading.schedule, dict.fromkeys(now.chairs, ""))
    context = {
        "seating": now,
        "schedule": reading.schedule,
        "pairings": sum(len(scheduled.pairs) for scheduled in reading.schedule),
        "ignored": reading.ignored,
        "extra_rounds": extra,
        "warnings": warnings_of_schedule(request.event, now, reading.schedule, extra_rounds=extra),
        "form": forms.ConfirmForm(request.event, initial={"schedule": text}),
    }
    return render(request, "tournaments/seating/import.html", context)


@require_POST
@staff_page()
def store(request: EventRequest) -> HttpResponse:
    form = forms.ConfirmForm(request.event, request.POST)
    if form.is_valid():
        data = {"data": form.cleaned_data["schedule"].encode(), "reason": form.cleaned_data.get("reason", "")}
        with form.refusals():
            games = import_schedule(request.event, request.me, **data)
            messages.success(request, f"The imported schedule of {games} games is in place.")
            return redirect("tournaments:schedule", request.event.slug)
    context = {"form": form}
    return render(request, "tournaments/seating/import.html", context, status=422)
