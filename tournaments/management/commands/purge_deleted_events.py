"""Destroy the events that directors deleted more than 30 days ago."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.events.lifecycle import purge_deleted_events


class Command(BaseCommand):
    help = "Destroy the events that were deleted more than 30 days ago. Until then their directors can restore them."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in purge_deleted_events():
            self.stdout.write(f"{name}: destroyed")
