from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_undo_steps_of_the_log'),
    ]

    operations = [
        migrations.RenameField(model_name='entrant', old_name='let_in', new_name='accepted_doubts'),
        migrations.RenameField(model_name='entrant', old_name='let_in_because', new_name='acceptance_reason'),
    ]
