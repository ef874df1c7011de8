import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('tournaments', '0001_events'), ('tournaments', '0002_desk'), ('tournaments', '0003_makeup_rounds'), ('tournaments', '0004_posted_version'), ('tournaments', '0005_staff_entrant'), ('tournaments', '0006_latest_posting'), ('tournaments', '0007_drop_outs'), ('tournaments', '0008_pairs'), ('tournaments', '0009_undo_steps'), ('tournaments', '0010_undo_steps_of_the_log'), ('tournaments', '0011_accepted_doubts'), ('tournaments', '0012_edition_of_the_55plus_games'), ('tournaments', '0013_event_life_and_persons'), ('tournaments', '0014_currency'), ('tournaments', '0015_words_of_odd_fields'), ('tournaments', '0016_contact_and_headings'), ('tournaments', '0017_name_parts'), ('tournaments', '0018_later_and_in_order'), ('tournaments', '0019_log_chain'), ('tournaments', '0020_chain_of_old_entries'), ('tournaments', '0021_sign_ins_and_second_step'), ('tournaments', '0024_reporting'), ('tournaments', '0026_log_end'), ('tournaments', '0029_archives')]

    initial = True

    dependencies = [
        ('auth', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('director', 'director'), ('checker', 'checker'), ('judge', 'judge')], max_length=20)),
                ('most_people', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_by', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('ends_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='ImportedHeadings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fields', models.JSONField(default=dict)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='imported_headings', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('acc_number', models.CharField(blank=True, max_length=40)),
                ('club', models.CharField(blank=True, max_length=200)),
                ('city', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'ordering': ('name', 'pk'),
                'indexes': [models.Index(fields=['name'], name='player_by_name'), models.Index(fields=['acc_number'], name='player_by_acc_number')],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('last_name', models.CharField(blank=True, max_length=200)),
                ('first_name', models.CharField(blank=True, max_length=200)),
                ('suffix', models.CharField(blank=True, max_length=20)),
                ('is_name_doubtful', models.BooleanField(default=False, help_text='The rule could not tell the last name.')),
                ('partner', models.CharField(blank=True, max_length=200)),
                ('acc_number', models.CharField(blank=True, max_length=40)),
                ('club', models.CharField(blank=True, max_length=200)),
                ('city', models.CharField(blank=True, max_length=200)),
                ('province', models.CharField(blank=True, max_length=60)),
                ('pool', models.CharField(blank=True, max_length=10)),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('partner_birth_year', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ages_confirmed', models.BooleanField(default=False)),
                ('accepted_doubts', models.CharField(blank=True, help_text='The doubts in spite of which a pair plays.', max_length=200)),
                ('acceptance_reason', models.CharField(blank=True, max_length=200)),
                ('seat', models.CharField(blank=True, max_length=20)),
                ('seat_order', models.CharField(default='1', editable=False, help_text='What sorts cards as they lie in the stack.', max_length=500)),
                ('house_player', models.BooleanField(default=False)),
                ('withdrawn_after_game', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('first_game', models.PositiveSmallIntegerField(default=1, help_text='Later than 1 for a latecomer.')),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('fee_owed', models.DecimalField(decimal_places=2, default=0, max_digits=8)),
                ('fee_paid', models.DecimalField(decimal_places=2, default=0, max_digits=8)),
                ('note', models.TextField(blank=True)),
                ('email', models.CharField(blank=True, help_text='For staff only, as phone and note are.', max_length=200)),
                ('phone', models.CharField(blank=True, max_length=60)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.player')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entrant_number_positive')],
            },
        ),
        migrations.CreateModel(
            name='SecondStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.CharField(max_length=64)),
                ('last_step', models.BigIntegerField(default=0)),
                ('recovery', models.JSONField(default=list)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='second_step', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(max_length=40, unique=True)),
                ('device', models.CharField(help_text='In words, such as Firefox on Windows.', max_length=80)),
                ('signed_in_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ins', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-last_seen_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='SignInLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_in_links', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='StaffMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('director', 'director'), ('checker', 'checker'), ('judge', 'judge')], max_length=20)),
                ('person', models.CharField(blank=True, db_index=True, max_length=40)),
                ('had_account', models.BooleanField(default=False)),
                ('name', models.CharField(max_length=150)),
                ('initials', models.CharField(max_length=10)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('last_seen_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('entrant', models.ForeignKey(blank=True, help_text='Whose card is their own: nobody checks it themselves.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='staff', to='tournaments.entrant')),
                ('invitation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.invitation')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='staff_of', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', False), ('invitation__isnull', False), ('had_account', True), _connector='OR'), name='staff_by_account_or_invitation')],
            },
        ),
        migrations.AddField(
            model_name='invitation',
            name='member',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='return_invitations', to='tournaments.staffmember'),
        ),
        migrations.CreateModel(
            name='Substitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('from_game', models.PositiveSmallIntegerField()),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('made_by', models.CharField(max_length=150)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutions', to='tournaments.entrant')),
            ],
            options={
                'ordering': ('from_game', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=200)),
                ('starts_on', models.DateField(blank=True, null=True)),
                ('start_time', models.TimeField(blank=True, help_text="By the clock of the event's time zone.", null=True)),
                ('venue', models.CharField(blank=True, max_length=200)),
                ('contact', models.CharField(blank=True, max_length=200)),
                ('kind', models.CharField(choices=[('main', 'main'), ('consolation', 'consolation'), ('satellite', 'satellite'), ('club', 'club')], default='main', max_length=20)),
                ('edition', models.CharField(choices=[('acc-2020', 'acc-2020'), ('acc-2010', 'acc-2010'), ('games-55plus', 'games-55plus')], default='acc-2020', max_length=20)),
                ('format', models.CharField(choices=[('qualifying-playoff', 'qualifying-playoff'), ('qualifying', 'qualifying'), ('double-round-robin', 'double-round-robin')], default='qualifying-playoff', max_length=30)),
                ('scoring', models.CharField(choices=[('acc', 'acc'), ('double-skunk', 'double-skunk'), ('free-play', 'free-play'), ('total-points', 'total-points'), ('points-left', 'points-left')], default='acc', max_length=20)),
                ('games', models.PositiveSmallIntegerField()),
                ('makeup_rounds', models.PositiveSmallIntegerField(default=0)),
                ('muggins', models.BooleanField(default=False)),
                ('qualifiers', models.PositiveIntegerField(blank=True, help_text='Only for an exemption from one in four (rule 13.2.b).', null=True)),
                ('qualifiers_reason', models.TextField(blank=True)),
                ('best_of', models.JSONField(blank=True, null=True)),
                ('time_zone', models.CharField(default='UTC', max_length=60)),
                ('games_per_opponent', models.PositiveSmallIntegerField(default=1)),
                ('odd_field', models.CharField(choices=[('house-player', 'a house player fills the empty seat'), ('makeup', 'byes are made up in extra rounds')], default='house-player', max_length=20)),
                ('drop_outs', models.CharField(choices=[('stand', 'stand: what was played counts'), ('dropped', 'are dropped: none of their games counts for anybody'), ('forfeits', 'become forfeits: all their games are lost 121 to 0')], default='stand', max_length=20)),
                ('standings_shown', models.CharField(choices=[('nobody', 'nobody'), ('everybody', 'everybody')], default='nobody', max_length=20)),
                ('reporting', models.CharField(choices=[('paper', 'paper only'), ('phones', 'phones, and paper for who wants it')], default='paper', max_length=10)),
                ('currency', models.CharField(choices=[('USD', 'US dollar ($)'), ('CAD', 'Canadian dollar (CA$)'), ('AUD', 'Australian dollar (A$)'), ('EUR', 'Euro (€)'), ('GBP', 'British pound (£)'), ('MXN', 'Mexican peso (MX$)')], default='USD', max_length=3)),
                ('entry_fee', models.DecimalField(decimal_places=2, default=0, max_digits=8)),
                ('table_length', models.PositiveSmallIntegerField(default=12)),
                ('seating_seed', models.CharField(blank=True, max_length=40)),
                ('games_a_day', models.PositiveSmallIntegerField(blank=True, help_text='Of a double round robin; blank for one round robin a day.', null=True)),
                ('pairs_per_province', models.PositiveSmallIntegerField(blank=True, default=5, null=True)),
                ('lowest_age', models.PositiveSmallIntegerField(blank=True, default=55, null=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('cards_version', models.PositiveIntegerField(default=1)),
                ('latest_posting', models.PositiveIntegerField(default=0, help_text='The number of the latest posting; 0 while nothing is posted.')),
                ('posted_version', models.PositiveIntegerField(default=1)),
                ('log_length', models.PositiveIntegerField(default=0, editable=False)),
                ('log_head', models.CharField(blank=True, editable=False, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('is_hidden', models.BooleanField(default=False)),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('awaited', models.JSONField(default=list, help_text='Of a restored event: its links to events that are not here, by table.')),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('-starts_on', '-pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('games__gte', 1)), name='tournament_has_games'), models.CheckConstraint(condition=models.Q(('makeup_rounds', 0), ('makeup_rounds__lt', models.F('games')), _connector='OR'), name='makeup_rounds_leave_games'), models.CheckConstraint(condition=models.Q(('games_per_opponent__in', (1, 2))), name='one_or_two_games_per_opponent')],
            },
        ),
        migrations.AddField(
            model_name='staffmember',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='ScheduledGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scheduled_games', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'game'), name='scheduled_game_once')],
            },
        ),
        migrations.AddField(
            model_name='invitation',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(editable=False, null=True)),
                ('digest', models.CharField(blank=True, editable=False, max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('who', models.CharField(max_length=150)),
                ('action', models.CharField(max_length=60)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('before', models.JSONField(blank=True, null=True)),
                ('after', models.JSONField(blank=True, null=True)),
                ('rule', models.CharField(blank=True, max_length=40)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audit_entries', to='tournaments.tournament')),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='audit_entry_once')],
            },
        ),
        migrations.CreateModel(
            name='UndoStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('of', models.CharField(choices=[('seating', 'Seating'), ('entrants', 'Entrants')], max_length=20)),
                ('version', models.PositiveSmallIntegerField()),
                ('state', models.JSONField()),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='undo_step', to='tournaments.auditentry')),
                ('undoes', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='undone_by', to='tournaments.undostep')),
            ],
            options={
                'ordering': ('-entry_id',),
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entrant')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entrant')),
                ('scheduled_game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.scheduledgame')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('scheduled_game', 'first'), name='pairing_first_once'), models.UniqueConstraint(fields=('scheduled_game', 'second'), name='pairing_second_once'), models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='pairing_of_two')],
            },
        ),
        migrations.AddConstraint(
            model_name='staffmember',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('tournament', 'user', 'role'), name='user_once_per_role'),
        ),
        migrations.AddIndex(
            model_name='entrant',
            index=models.Index(fields=['tournament', 'seat_order', 'number'], name='entrant_in_seat_order'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='entrant_number_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(condition=models.Q(('seat', ''), _negated=True), fields=('tournament', 'seat'), name='seat_once'),
        ),
    ]
