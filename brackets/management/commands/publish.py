"""Make the published site now, and send it."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from brackets.event_files.command_line import require_tables, tournament_named
from brackets.models import PublishTarget
from brackets.published.places import FOLDERS, Folder, FolderTarget, NotSent, ZipTarget
from brackets.published.queue import publish_now
from brackets.published.services import published_events
from brackets.published.site import make_site
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Publish events as plain files that need no server: to a folder or a ZIP, or wherever the site sends them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", nargs="?", help="one event (default: all that are published)")
        parser.add_argument("--to", metavar="FOLDER", help="a folder, or a file that ends in .zip")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        slug, to = options["slug"], options["to"]
        if to is None:
            self._to_targets(slug)
            return
        events = [tournament_named(slug)] if slug else list(Tournament.objects.public())
        if hidden := [one.name for one in events if not one.is_public]:
            raise CommandError(f"{hidden[0]} is hidden from the public. Show it first.")
        place = Path(to).expanduser().absolute()
        try:
            if place.suffix == ".zip":
                sent = ZipTarget(place).send(make_site(events).files)
            else:
                place.mkdir(parents=True, exist_ok=True)
                sent = FolderTarget(place).send(make_site(events, Folder(place / FOLDERS[0]).read).files)
        except NotSent as failure:
            raise CommandError(f"{failure}.") from failure
        except OSError as error:
            raise CommandError(f"{place}: {error.strerror or error}") from error
        self.stdout.write(f"{place}: {len(sent)} files changed" if sent else f"{place}: nothing has changed")

    def _to_targets(self, slug: str | None) -> None:
        elsewhere = "or say where: --to FOLDER, or --to FILE.zip"
        published = published_events()
        if slug and slug not in [one.tournament.slug for one in published]:
            raise CommandError(f"{slug} is not published. Publish it under Settings > Published site, {elsewhere}")
        if not PublishTarget.objects.exists():
            raise CommandError(
                f"The site goes nowhere yet. Choose a place under Settings > Published site, {elsewhere}"
            )
        publish_now()
        waiting = 0
        for target in PublishTarget.objects.all():
            count = target.changes_waiting(published)
            words = target.in_words(count, settings.MACHINE_TIME_ZONE)
            self.stdout.write(f"{target.place}: {words}")
            waiting += count
        if waiting:
            raise CommandError("Not all of it was sent. It is tried again while the site runs.")
