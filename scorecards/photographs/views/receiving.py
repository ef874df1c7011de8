"""Send photographs of cards, follow how far they are, and set what becomes of them."""

from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorecards.cards.forms.card import key_of
from scorecards.models import CardPicture
from scorecards.photo.heads import MAX_BYTES
from scorecards.photographs.engine import Engine
from scorecards.photographs.files import path_of
from scorecards.photographs.forms import PictureSettingsForm
from scorecards.photographs.kinds import CONTENT_TYPES, SHOWN_BY_BROWSERS, NotTaken, is_heic_read, is_reader_installed
from scorecards.photographs.refusals import words_for
from scorecards.photographs.selectors.pictures import (
    Pictures,
    deleted_on,
    number_aside,
    pictures_aside,
    sampled_lines,
    seen_tag,
    settings_of,
)
from scorecards.photographs.selectors.printing import why_none
from scorecards.photographs.services.boxes import boxes_of
from scorecards.photographs.services.confirming import bring_back
from scorecards.photographs.services.deletion import delete_pictures, hide_refused, list_again, set_pictures
from scorecards.photographs.services.receiving import ReaderMissing, receive
from tournaments.htmx import EventRequest
from tournaments.models import StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.paging import page_of_rows
from tournaments.rules.text import whole_number
from tournaments.staff.access import back_to, staff_page

NOT_INSTALLED = "Not sent. Photographs cannot be read on this computer yet: the part that reads them is not installed."
FIELD = "picture"
MAX_SEARCH = 80
# Whatever somebody has put into a file, it runs nothing when it is looked at by itself.
AS_A_PICTURE = "default-src 'none'; img-src 'self'; sandbox"


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def pictures(request: EventRequest) -> HttpResponse:
    if request.method == "POST":
        count = hide_refused(request.event, request.me)
        messages.success(request, f"{count} hidden." if count else "Nothing to hide.")
        return redirect("scorecards:photographs", request.event.slug)
    tag = seen_tag(request.event)
    if request.GET.get("seen") == tag:
        return HttpResponse(status=204)
    found = Pictures(request.event)
    settings = settings_of(request.event)
    context = {
        "pictures": found,
        "aside": number_aside(request.event) if found.sent else 0,
        "sampled": sampled_lines(request.event) if found.confirmed else None,
        "tag": tag,
        "page": page_of_rows(request.GET, found.read),
        "states": [(state.value, count) for state, count in found.counts.items() if count],
        "is_installed": is_reader_installed(),
        "is_heic_read": is_heic_read(),
        "refusal": why_none(request.event),
        "settings": settings,
        "deleted_on": deleted_on(request.event, settings),
        "key": uuid4(),
        "max_bytes": MAX_BYTES,
    }
    template = "_pictures" if is_fragment(request, "pictures") else "pictures"
    return render(request, f"scorecards/photographs/{template}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker", shows=back_to("scorecards:photographs-set-aside", messages.ERROR))
def aside(request: EventRequest) -> HttpResponse:
    """Show what was set aside, hidden or of no use, and why; or undo one."""
    if request.method == "POST":
        _undo_aside(request)
        messages.success(request, "It is on the list of photographs again.")
        return redirect("scorecards:photographs-set-aside", request.event.slug)
    wanted = request.GET.get("name", "").strip()[:MAX_SEARCH]
    page = page_of_rows(request.GET, pictures_aside(request.event, wanted))
    context = {"page": page, "wanted": wanted}
    return render(request, "scorecards/photographs/aside.html", context)


def _undo_aside(request: EventRequest) -> None:
    """Bring back one photograph that the form names."""
    cards, kept = CardPicture.objects.filter(file__tournament=request.event), request.event.picture_files.all()
    if "picture" in request.POST:
        picture = get_object_or_404(cards, pk=whole_number(request.POST["picture"]) or 0)
        bring_back(tournament=request.event, picture=picture, actor=request.me)
    else:
        file = get_object_or_404(kept, pk=whole_number(request.POST.get("file", "")) or 0)
        list_again(tournament=request.event, file=file)


@require_POST
@staff_page("checker")
def send(request: EventRequest) -> HttpResponse:
    """Take what is sent: one file by the script, which asks for JSON, or several by the plain form."""
    uploads = request.FILES.getlist(FIELD)
    key = key_of(request.POST)
    said, refused = [], []
    if why := why_none(request.event):
        refused.append(f"Not sent. {why}")
    elif not uploads or key is None:
        refused.append("Not sent. Choose at least one photograph.")
    else:
        for place, upload in enumerate(uploads):
            own = key if len(uploads) == 1 else uuid5(key, str(place))
            try:
                said.append(_receive(request.event, request.me, own, upload))
            except NotTaken as error:
                why = " ".join(words_for(error.refusal))
                refused.append(f"{upload.name}: not saved. {why}")
            except ReaderMissing:
                refused.append(NOT_INSTALLED)
                break
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"said": " ".join([*said, *refused])}, status=422 if refused else 200)
    for words in refused:
        messages.error(request, words)
    if said:
        messages.success(request, said[0] if len(said) == 1 else f"{len(said)} photographs are saved.")
    return redirect("scorecards:photographs", request.event.slug)


def _receive(tournament: Tournament, me: StaffMember, key: UUID, upload: UploadedFile) -> str:
    _, is_again = receive(tournament, me, key=key, name=upload.name or "", chunks=upload.chunks())
    if is_again:
        return f"{upload.name}: this photograph is here already. It counts once."
    return f"{upload.name} is saved."


def _picture(tournament: Tournament, pk: int) -> CardPicture:
    found = CardPicture.objects.filter(file__tournament=tournament).select_related("file").defer("reading")
    return get_object_or_404(found, pk=pk)


def _answer(stored: str, name: str) -> HttpResponse:
    path = path_of(stored)
    if not stored or not path.is_file():
        raise Http404("deleted, or it did not come along from another computer")
    kind = path.suffix
    how = "inline" if kind in SHOWN_BY_BROWSERS else "attachment"
    headers = {"Content-Disposition": f'{how}; filename="{name}{kind}"', "Content-Security-Policy": AS_A_PICTURE}
    return HttpResponse(path.read_bytes(), content_type=CONTENT_TYPES[kind], headers=headers)


@require_safe
@staff_page("checker")
def image(request: EventRequest, pk: int) -> HttpResponse:
    """Show the card laid flat, or the whole picture where no card was found."""
    return _answer(_picture(request.event, pk).stored, f"card-{pk}")


@require_safe
@staff_page("checker")
def original(request: EventRequest, pk: int) -> HttpResponse:
    """Show the file as it was sent."""
    return _answer(_picture(request.event, pk).file.stored, f"photograph-{pk}")


@require_safe
@staff_page()
def boxes(request: EventRequest) -> HttpResponse:
    """Download the boxes of confirmed cards, where the director allows it."""
    if not settings_of(request.event).keeps_boxes or not is_reader_installed():
        messages.error(request, "Allow the export of boxes first, on a computer that reads photographs.")
        return redirect("scorecards:photograph-settings", request.event.slug)
    with Engine() as engine:
        data = boxes_of(request.event, engine)
    headers = {"Content-Disposition": f'attachment; filename="{request.event.slug}-boxes.zip"'}
    return HttpResponse(data, content_type="application/zip", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def settings(request: EventRequest) -> HttpResponse:
    """Set how long photographs are kept, or delete them now."""
    now = settings_of(request.event)
    form = PictureSettingsForm(initial={"days": now.days, "keeps_boxes": now.keeps_boxes})
    status = 200
    if request.method == "POST" and "delete" in request.POST:
        if request.POST.get("sure") == "yes":
            count = delete_pictures(request.event, request.me)
            messages.success(request, f"{count} photographed files are deleted. What was read from them stays.")
            return redirect("scorecards:photograph-settings", request.event.slug)
        messages.error(request, "Nothing was deleted. Tick the box to confirm.")
        status = 422
    elif request.method == "POST":
        form = PictureSettingsForm(request.POST)
        if form.is_valid():
            set_pictures(request.event, request.me, **form.cleaned_data)
            messages.success(request, "Settings saved.")
            return redirect("scorecards:photograph-settings", request.event.slug)
        status = 422
    context = {
        "form": form,
        "settings": now,
        "deleted_on": deleted_on(request.event, now),
        "pictures": Pictures(request.event),
    }
    return render(request, "scorecards/photographs/settings.html", context, status=status)
