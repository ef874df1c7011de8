from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('brackets', '0012_announcement_timer'),
    ]

    operations = [
        migrations.AddField(
            model_name='posting',
            name='log_head',
            field=models.CharField(blank=True, default='', max_length=64),
            preserve_default=False,
        ),
    ]
