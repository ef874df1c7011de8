from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorecards", "0027_leavers_with_lines")]

    operations = [
        migrations.AddField(
            model_name="storedresult",
            name="is_complete",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Case(models.When(report__complete=True, then=True), default=False),
                help_text="Whether every card has each line that is due: read without the report.",
                output_field=models.BooleanField(),
            ),
        ),
    ]
