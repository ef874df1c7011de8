from django.db import migrations, models


def take_over(apps, schema_editor):
    """Let results that are stored say beside their report, too, whether every card is in."""
    results = apps.get_model("scorecards", "StoredResult").objects.using(schema_editor.connection.alias)
    results.filter(report__complete=True).update(is_complete=True)


class Migration(migrations.Migration):
    dependencies = [("scorecards", "0027_leavers_with_lines")]

    operations = [
        migrations.AddField(
            model_name="storedresult",
            name="is_complete",
            field=models.BooleanField(default=False, help_text="Whether every card has each line that is due."),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
