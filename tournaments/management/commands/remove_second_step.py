"""Let a user sign in by the password alone: who lost phone and recovery codes has no other way."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import SecondStep


class Command(BaseCommand):
    help = "Remove the second step of signing in from an account. The password stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the user name that signs in")

    def handle(self, *args: Any, **options: Any) -> None:
        deleted, _ = SecondStep.objects.filter(user__username=options["username"]).delete()
        if not deleted:
            raise CommandError(f"{options['username']}: no account of this name has a second step")
        self.stdout.write(f"{options['username']}: signs in by user name and password")
