"""Recalculate open events after an upgrade that corrected how the rules are worked out."""

from typing import Any

from django.core.management.base import BaseCommand

from scorecards.records.recalculate import recalculate_outdated


class Command(BaseCommand):
    help = "Recalculate events whose result an earlier version of the rules made. Posted events stay as they are."

    def handle(self, *args: Any, **options: Any) -> None:
        for tournament in recalculate_outdated():
            self.stdout.write(f"{tournament.slug}: recalculated")
