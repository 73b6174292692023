import uuid

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import darkseas.club.models.subscriptions


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("members", "0002_personal_tokens"),
        ("replays_app", "0016_table_names"),
        ("scenarios_app", "0004_visibility_club"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=100)),
                ("place", models.CharField(blank=True, max_length=100)),
                ("language", models.CharField(default="en", max_length=10)),
                ("time_zone", models.CharField(default="UTC", max_length=60)),
                ("device", models.CharField(max_length=80)),
                ("rules", models.TextField(blank=True)),
                ("is_closed", models.BooleanField(default=False)),
                ("is_demonstration", models.BooleanField(default=False)),
                (
                    "silence",
                    models.CharField(
                        choices=[
                            ("confirm", "it counts as confirmed"),
                            ("director", "a director decides"),
                            ("void", "it does not count"),
                        ],
                        default="confirm",
                        max_length=20,
                    ),
                ),
                ("silence_days", models.PositiveIntegerField(default=7)),
                ("rated_from", models.PositiveIntegerField(default=5)),
                ("season_rule", models.JSONField(blank=True, default=dict)),
                ("founded_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"),
                        condition=models.Q(("is_closed", False)),
                        name="one_open_club_a_name",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Opinion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opinions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opinions",
                        to="scenarios_app.scenario",
                    ),
                ),
            ],
            options={
                "ordering": ["scenario", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("scenario", "member"), name="one_opinion_a_member"),
                    models.CheckConstraint(
                        condition=models.Q(("points__gte", 1), ("points__lte", 5)), name="opinion_from_1_to_5"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WeeklyLetter",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("week", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("passed", "nothing to tell, or not wanted any more"),
                            ("failed", "given up"),
                        ],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="weekly_letters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at"],
                "indexes": [models.Index(fields=["state", "due_at"], name="weekly_letter_by_state")],
                "constraints": [models.UniqueConstraint(fields=("member", "week"), name="one_letter_a_week")],
            },
        ),
        migrations.CreateModel(
            name="WeeklyWish",
            fields=[
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="weekly_wish",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Application",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("agreed", "agreed"), ("refused", "refused")],
                        default="open",
                        max_length=20,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_applications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="applications",
                        to="club.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("club", "member"),
                        name="one_open_application",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("title", models.CharField(max_length=120)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("text", models.TextField(blank=True)),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("is_cancelled", models.BooleanField(default=False)),
                ("changed", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="meetings", to="club.club"
                    ),
                ),
            ],
            options={
                "ordering": ["begins_at", "id"],
                "indexes": [models.Index(fields=["club", "begins_at"], name="meeting_by_day")],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("time_zone", models.CharField(blank=True, max_length=64)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("left_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="players", to="club.club"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="club_players",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="once",
                        to="club.player",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "id"],
                "indexes": [models.Index(fields=["club", "name"], name="player_by_name")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "member"), name="one_player_a_member_and_club")
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingDocument",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("system", models.CharField(max_length=60)),
                ("digest", models.CharField(max_length=64)),
                ("results", models.PositiveIntegerField()),
                ("battles", models.PositiveIntegerField()),
                ("body", models.JSONField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_documents",
                        to="club.club",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "system"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "system"), name="one_rating_document_a_system")
                ],
            },
        ),
        migrations.CreateModel(
            name="Recomputation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_lines", models.PositiveIntegerField(default=0)),
                ("made_lines", models.PositiveIntegerField(default=0)),
                ("honours", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recomputation",
                        to="club.club",
                    ),
                ),
                (
                    "job",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="replays_app.job",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="club.club"
                    ),
                ),
            ],
            options={
                "ordering": ["-first_day", "-id"],
                "constraints": [models.UniqueConstraint(fields=("club", "name"), name="one_season_a_name")],
            },
        ),
        migrations.CreateModel(
            name="AuditLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("deed", models.CharField(max_length=60)),
                ("subject", models.CharField(max_length=80)),
                ("reason", models.TextField(blank=True)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_lines",
                        to="club.club",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_lines",
                        to="club.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["club", "subject"], name="audit_by_subject")],
            },
        ),
        migrations.CreateModel(
            name="ClaimOfGuest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("agreed", "agreed"), ("refused", "refused")],
                        default="open",
                        max_length=20,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims_on",
                        to="club.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims_made",
                        to="club.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("guest", "player"),
                        name="one_open_claim_on_a_guest",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubWebhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                ("host", models.CharField(db_index=True, max_length=500)),
                (
                    "secret",
                    models.CharField(default=darkseas.club.models.subscriptions.new_secret, max_length=64),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("noted_to", models.PositiveBigIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="club.club"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="club.player"
                    ),
                ),
            ],
            options={
                "ordering": ["club", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "url"), name="one_webhook_an_address")
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportBatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file_name", models.CharField(max_length=200)),
                ("source", models.CharField(max_length=200)),
                ("digest", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="import_batches",
                        to="club.club",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="club.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at", None)),
                        fields=("club", "digest"),
                        name="one_import_a_file",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ends_at", models.DateTimeField()),
                ("uses_left", models.PositiveIntegerField(default=1)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="club.club",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="club.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="RenewedAddress",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="renewed_address",
                        serialize=False,
                        to="club.player",
                    ),
                ),
                ("times", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Right",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("director", "director"),
                            ("scenario-editor", "scenario editor"),
                            ("umpire", "umpire"),
                            ("member", "member"),
                        ],
                        max_length=20,
                    ),
                ),
                ("granted_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rights", to="club.player"
                    ),
                ),
            ],
            options={
                "ordering": ["player", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "kind"), name="one_right_of_a_kind")
                ],
            },
        ),
        migrations.CreateModel(
            name="Share",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="club.player"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shares", to="club.club"
                    ),
                ),
                (
                    "hex_map",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_share",
                        to="scenarios_app.hexmap",
                    ),
                ),
                (
                    "scenario",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_share",
                        to="scenarios_app.scenario",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scenario", None), ("hex_map", None), _connector="XOR"),
                        name="share_of_one_thing",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=80)),
                ("title", models.CharField(max_length=120)),
                ("text", models.TextField(blank=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("round-robin", "round robin"),
                            ("double-round-robin", "double round robin"),
                            ("swiss", "Swiss"),
                            ("knock-out", "knock-out"),
                            ("double-elimination", "double elimination"),
                            ("ladder", "ladder"),
                            ("league", "league"),
                            ("campaign", "campaign days"),
                        ],
                        max_length=20,
                    ),
                ),
                ("system", models.CharField(max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("open", "open for entries"),
                            ("running", "running"),
                            ("closing", "closing"),
                            ("closed", "closed"),
                        ],
                        default="planned",
                        max_length=20,
                    ),
                ),
                ("first_day", models.DateField(null=True)),
                ("check_in_until", models.DateTimeField(null=True)),
                (
                    "draw_job",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="replays_app.job",
                    ),
                ),
                ("terms", models.JSONField(default=dict)),
                ("lot_seed", models.BinaryField()),
                ("lot_hash", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("began_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="club.club",
                    ),
                ),
                (
                    "follows",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="followed_by",
                        to="club.tournament",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="club.season",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-id"],
                "indexes": [models.Index(fields=["club", "state"], name="tournament_by_state")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "slug"), name="one_tournament_a_slug")
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("sent", "taken"), ("failed", "given up")],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("handed_at", models.DateTimeField(null=True)),
                ("answer", models.CharField(blank=True, max_length=200)),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="club.auditline",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="club.clubwebhook",
                    ),
                ),
            ],
            options={
                "ordering": ["-line_id", "webhook_id"],
                "indexes": [models.Index(fields=["state", "due_at"], name="delivery_by_state")],
                "constraints": [
                    models.UniqueConstraint(fields=("webhook", "line"), name="one_delivery_an_event")
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scenario_text", models.CharField(blank=True, max_length=200)),
                ("system", models.CharField(max_length=60)),
                ("day", models.DateField()),
                ("place", models.CharField(blank=True, max_length=120)),
                ("remarks", models.TextField(blank=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("reported", "reported"),
                            ("confirmed", "confirmed"),
                            ("disputed", "disputed"),
                            ("unanswered", "unanswered, for a director"),
                            ("decided", "decided"),
                            ("void", "void"),
                        ],
                        default="reported",
                        max_length=20,
                    ),
                ),
                ("is_ratified", models.BooleanField(default=False)),
                ("source", models.CharField(blank=True, max_length=200)),
                ("reported_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("steps_taken", models.PositiveIntegerField(default=0)),
                (
                    "batch",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="club.importbatch",
                    ),
                ),
                (
                    "battle",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_results",
                        to="replays_app.battle",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="club.club"
                    ),
                ),
                (
                    "reported_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="club.player",
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_results",
                        to="scenarios_app.scenario",
                    ),
                ),
            ],
            options={
                "ordering": ["-day", "-id"],
                "indexes": [
                    models.Index(fields=["club", "is_ratified", "-day", "-id"], name="result_by_day"),
                    models.Index(fields=["club", "-day", "-id"], name="result_of_club_by_day"),
                    models.Index(fields=["state", "reported_at"], name="result_by_state"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "void"), _negated=True),
                        fields=("club", "battle"),
                        name="one_result_a_battle",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Alternate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waits"),
                            ("offered", "is asked"),
                            ("taken", "came in"),
                            ("declined", "did not want to"),
                            ("lapsed", "did not answer"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("offered_until", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="waits", to="club.player"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="alternates",
                        to="club.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("waiting", "offered"))),
                        fields=("tournament", "player"),
                        name="one_wait_a_player",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("number", models.PositiveIntegerField()),
                ("strength", models.IntegerField(null=True)),
                ("group", models.CharField(blank=True, max_length=80)),
                ("from_round", models.PositiveIntegerField(default=1)),
                ("absences", models.JSONField(default=list)),
                ("is_checked_in", models.BooleanField(default=False)),
                ("extension_days", models.PositiveSmallIntegerField(default=0)),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("players", models.ManyToManyField(related_name="entries", to="club.player")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entrants",
                        to="club.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_entrant_a_number"),
                    models.UniqueConstraint(fields=("tournament", "name"), name="one_entrant_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("drawn", "drawn"), ("running", "running"), ("closed", "closed")],
                        default="drawn",
                        max_length=20,
                    ),
                ),
                ("scenario_text", models.CharField(blank=True, max_length=200)),
                ("begins_at", models.DateTimeField(null=True)),
                ("first_move_by", models.DateTimeField(null=True)),
                ("ends_at", models.DateTimeField(null=True)),
                (
                    "scenario",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scenarios_app.scenario",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="club.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_round_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultNotice",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "about",
                    models.CharField(
                        choices=[("answer", "their answer"), ("decision", "their decision")],
                        default="answer",
                        max_length=20,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("passed", "passed before it was sent"),
                            ("failed", "given up"),
                        ],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result_notices",
                        to="club.player",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="club.result",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at"],
                "indexes": [models.Index(fields=["state", "due_at"], name="result_notice_by_state")],
                "constraints": [
                    models.UniqueConstraint(fields=("result", "player", "about"), name="one_notice_a_result")
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultSide",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("side", models.CharField(max_length=80)),
                ("score", models.PositiveSmallIntegerField()),
                ("points", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ("losses", models.PositiveIntegerField(null=True)),
                ("bid", models.DecimalField(decimal_places=2, default=0, max_digits=9)),
                (
                    "result",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sides",
                        to="club.result",
                    ),
                ),
            ],
            options={
                "ordering": ["result", "place"],
                "constraints": [models.UniqueConstraint(fields=("result", "place"), name="one_side_a_place")],
            },
        ),
        migrations.CreateModel(
            name="ResultStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("reported", "reported"),
                            ("confirmed", "confirmed"),
                            ("disputed", "disputed"),
                            ("lapsed", "left to the club's rule by silence"),
                            ("decided", "decided by a director"),
                            ("corrected", "corrected"),
                            ("voided", "made void"),
                            ("imported", "imported"),
                        ],
                        max_length=20,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.TextField(blank=True)),
                ("facts", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="club.player",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="steps",
                        to="club.result",
                    ),
                ),
            ],
            options={
                "ordering": ["result", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("result", "number"), name="one_step_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="PairRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("forbidden", "never meet"), ("forced", "meet")], max_length=20
                    ),
                ),
                ("round_number", models.PositiveIntegerField(null=True)),
                ("reason", models.TextField()),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="club.entrant"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="club.entrant"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pair_rules",
                        to="club.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "id"],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.PositiveIntegerField()),
                ("leg", models.PositiveSmallIntegerField(default=1)),
                ("first_side", models.CharField(blank=True, max_length=80)),
                ("second_side", models.CharField(blank=True, max_length=80)),
                (
                    "end",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "by its result"),
                            ("bye", "a bye"),
                            ("forfeit", "forfeited"),
                            ("double-forfeit", "forfeited by both"),
                            ("adjudicated", "adjudicated"),
                        ],
                        max_length=20,
                    ),
                ),
                ("first_score", models.PositiveSmallIntegerField(null=True)),
                ("second_score", models.PositiveSmallIntegerField(null=True)),
                ("reasons", models.JSONField(default=list)),
                ("is_manual", models.BooleanField(default=False)),
                ("settled_through", models.DateTimeField(null=True)),
                ("agreed_at", models.DateTimeField(null=True)),
                ("extended_days", models.PositiveSmallIntegerField(default=0)),
                (
                    "battle",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="replays_app.battle",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings_first",
                        to="club.entrant",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings_second",
                        to="club.entrant",
                    ),
                ),
                (
                    "result",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairing",
                        to="club.result",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pairings", to="club.round"
                    ),
                ),
            ],
            options={
                "ordering": ["round", "table", "leg"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "table", "leg"), name="one_pairing_a_table")
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="fought", to="club.player"
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="club.resultside",
                    ),
                ),
            ],
            options={
                "ordering": ["side", "id"],
                "constraints": [models.UniqueConstraint(fields=("side", "player"), name="once_a_side")],
            },
        ),
        migrations.CreateModel(
            name="TimeProposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("agreed", "agreed"),
                            ("refused", "does not suit"),
                            ("withdrawn", "taken back"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="club.entrant"
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="club.pairing",
                    ),
                ),
            ],
            options={
                "ordering": ["pairing", "at", "id"],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="bids_opened_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="pairing",
            name="first_bid",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="pairing",
            name="second_bid",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="round",
            name="bid_minutes",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="bids_by",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="ScenarioChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("attempt", models.PositiveSmallIntegerField()),
                (
                    "way",
                    models.CharField(
                        choices=[("drawn", "drawn by dice"), ("voted", "by vote")], max_length=10
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("decided", "decided"), ("taken-back", "taken back")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("ends_at", models.DateTimeField(null=True)),
                ("digest", models.CharField(max_length=64)),
                ("words", models.JSONField(default=dict)),
                ("picked", models.PositiveSmallIntegerField(null=True)),
                ("tied", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="choices",
                        to="club.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number", "attempt"],
            },
        ),
        migrations.CreateModel(
            name="Candidate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=200)),
                ("first_side", models.CharField(max_length=80)),
                ("second_side", models.CharField(max_length=80)),
                (
                    "scenario",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scenarios_app.scenario",
                    ),
                ),
                (
                    "choice",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="candidates",
                        to="club.scenariochoice",
                    ),
                ),
            ],
            options={
                "ordering": ["choice", "place"],
            },
        ),
        migrations.CreateModel(
            name="AskNotice",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("passed", "passed before it was sent"),
                            ("failed", "given up"),
                        ],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "pairing",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="club.pairing",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ask_notices",
                        to="club.player",
                    ),
                ),
                (
                    "choice",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="club.scenariochoice",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at"],
            },
        ),
        migrations.AddField(
            model_name="round",
            name="choice",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="club.scenariochoice",
            ),
        ),
        migrations.CreateModel(
            name="SideBid",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(max_length=80)),
                ("points", models.PositiveSmallIntegerField()),
                ("nonce", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="club.entrant"
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bids",
                        to="club.pairing",
                    ),
                ),
            ],
            options={
                "ordering": ["pairing", "entrant__number"],
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("nonce", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="club.candidate"
                    ),
                ),
                (
                    "choice",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="club.scenariochoice",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="club.entrant"
                    ),
                ),
            ],
            options={
                "ordering": ["choice", "entrant__number"],
            },
        ),
        migrations.AddIndex(
            model_name="scenariochoice",
            index=models.Index(fields=["state", "ends_at"], name="choice_by_state"),
        ),
        migrations.AddConstraint(
            model_name="scenariochoice",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number", "attempt"), name="one_choice_an_attempt"
            ),
        ),
        migrations.AddConstraint(
            model_name="candidate",
            constraint=models.UniqueConstraint(fields=("choice", "place"), name="one_candidate_a_place"),
        ),
        migrations.AddIndex(
            model_name="asknotice",
            index=models.Index(fields=["state", "due_at"], name="ask_notice_by_state"),
        ),
        migrations.AddConstraint(
            model_name="asknotice",
            constraint=models.UniqueConstraint(fields=("choice", "player"), name="one_letter_a_vote"),
        ),
        migrations.AddConstraint(
            model_name="asknotice",
            constraint=models.UniqueConstraint(fields=("pairing", "player"), name="one_letter_a_bid"),
        ),
        migrations.AddConstraint(
            model_name="sidebid",
            constraint=models.UniqueConstraint(fields=("pairing", "entrant"), name="one_bid_an_entrant"),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(fields=("choice", "entrant"), name="one_vote_an_entrant"),
        ),
        migrations.CreateModel(
            name="TournamentNotice",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("offered", "a place is offered"),
                            ("proposed", "a time is proposed"),
                            ("agreed", "a time is agreed"),
                            ("taken-back", "a proposed time is taken back"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("passed", "passed before it was sent"),
                            ("failed", "given up"),
                        ],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "alternate",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="club.alternate",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tournament_notices",
                        to="club.player",
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="club.timeproposal",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at"],
                "indexes": [models.Index(fields=["state", "due_at"], name="event_notice_by_state")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("alternate", "player", "about"), name="one_notice_an_offer"
                    ),
                    models.UniqueConstraint(fields=("proposal", "player", "about"), name="one_notice_a_time"),
                    models.CheckConstraint(
                        condition=models.Q(("alternate", None), ("proposal", None), _connector="XOR"),
                        name="notice_of_one_thing",
                    ),
                ],
            },
        ),
    ]
