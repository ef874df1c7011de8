"""Strangers attack the server itself: it goes on answering everybody else."""

import gzip
import http.client
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client

from tests.browser.own_server import OwnServer
from tests.factories.tournaments import StaffMemberFactory, TournamentFactory
from tests.tournaments.staff.people import directed_event
from tournaments.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PATIENCE = 30.0
"""So long a test waits for an answer: a server that is held up gives none at all, a busy machine a late one."""
SLUG = "gull-harbor"
PUBLIC = f"/t/{SLUG}/"
DESK = f"/t/{SLUG}/desk/"
ANNOUNCEMENTS = f"/t/{SLUG}/announcements/"
TOKEN = "t" * 32


@dataclass(frozen=True, slots=True)
class Site:
    """The running server, an event on it, and its director's session."""

    port: int
    tournament: Tournament
    session: str

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, bytes]:
        """Return status and body of an answer, which must come."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asked.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = asked.getresponse()
            return answer.status, answer.read()
        finally:
            asked.close()

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, bytes]:
        """Send a form as the director does."""
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
        return self.ask("POST", path, body, Cookie=self.cookies, Content_Type="application/x-www-form-urlencoded")

    @property
    def cookies(self) -> str:
        return f"{settings.SESSION_COOKIE_NAME}={self.session}; csrftoken={TOKEN}"

    def send(self, text: bytes) -> socket.socket:
        """Open a connection and send this on it."""
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        sock.sendall(text)
        return sock

    def send_whole(self, text: bytes) -> bytes:
        """Return what is answered until the server ends the connection, or the first part of it."""
        with suppress(ConnectionError), self.send(text) as sock:  # who is refused early is cut while they send
            return sock.recv(65_536)
        return b""

    def is_well(self) -> bool:
        """Tell whether the site says that it is well."""
        status, body = self.ask("GET", "/healthz")
        return (status, body.splitlines()[0]) == (200, b"ok")

    def must_answer(self) -> None:
        """Fail unless everybody is answered: the public, the director, and who watches the server."""
        assert self.ask("GET", PUBLIC)[0] == 200
        assert self.ask("GET", DESK, Cookie=self.cookies)[0] == 200
        assert self.is_well()
        assert self.post(ANNOUNCEMENTS, {"text": "Lunch is at noon."})[0] == 302


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[OwnServer]:
    server = OwnServer(tmp_path_factory.mktemp("attacked"))
    yield server
    server.kill()


@pytest.fixture
def site(server: OwnServer, transactional_db: None) -> Site:
    """Start the server, with one worker, on the database of the test."""
    server.start()
    client = Client()
    tournament = directed_event(client, slug=SLUG)
    return Site(server.port, tournament, client.cookies[settings.SESSION_COOKIE_NAME].value)


def head(method: str, path: str, **headers: object) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def status_in(answer: bytes) -> int:
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0


def test_unfinished_bodies_hold_up_nobody(site: Site) -> None:
    with ExitStack() as opened:
        for number in range(128):
            path = "/sign-in/" if number % 2 else ANNOUNCEMENTS
            opened.enter_context(site.send(head("POST", path, Content_Length=1_000) + b"username="))

        site.must_answer()


def test_slow_phone_is_answered_among_those_who_never_end(site: Site) -> None:
    body = urlencode({"csrfmiddlewaretoken": TOKEN, "text": "Lunch is at noon, in the hall."}).encode()
    form = {"Cookie": site.cookies, "Content_Type": "application/x-www-form-urlencoded"}
    with ExitStack() as opened:
        for _ in range(6):
            opened.enter_context(site.send(head("POST", "/sign-in/", Content_Length=1_000)))
        with site.send(head("POST", ANNOUNCEMENTS, Content_Length=len(body), **form)) as phone:
            for at in range(0, len(body), 20):
                time.sleep(0.5)
                phone.sendall(body[at : at + 20])

            assert status_in(phone.recv(4_096)) == 302


def test_upload_of_a_stranger_is_refused_before_it_comes(site: Site) -> None:
    for cookie in ("", f"{settings.SESSION_COOKIE_NAME}=made-up"):
        sent = head("POST", "/sign-in/", Content_Length=512 * 1024**2, Cookie=cookie)
        assert status_in(site.send_whole(sent)) == 413
        smaller = head("POST", "/sign-in/", Content_Length=7 * 1024**2, Cookie=cookie)
        assert status_in(site.send_whole(smaller)) == 413


def test_director_may_send_a_long_list(site: Site) -> None:
    length = 1024**2
    sent = head("POST", f"/t/{SLUG}/entrants/import/", Content_Length=length, Cookie=site.cookies)
    with site.send(sent) as sock:
        sock.sendall(b"x" * length)

        assert status_in(sock.recv(4_096)) in {200, 302, 403, 404, 422}


def test_chunks_without_end_are_refused(site: Site) -> None:
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    with site.send(head("POST", "/sign-in/", Transfer_Encoding="chunked")) as sock:
        with suppress(ConnectionError):
            for _ in range(64):
                sock.sendall(chunk)
        with suppress(ConnectionError):
            assert status_in(sock.recv(4_096)) in {0, 413}

    site.must_answer()


@contextmanager
def open_files(wanted: int) -> Iterator[None]:
    """Allow this process so many connections."""
    if sys.platform == "win32":
        yield
        return
    import resource

    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < wanted:
        pytest.skip("this machine allows too few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before, wanted), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: 127", head("GET", f"{PUBLIC}now/", Accept="text/event-stream")]
)
def test_2000_connections_that_say_nothing_keep_nobody_out(site: Site, sent: bytes) -> None:
    with open_files(3_000), ExitStack() as opened:
        for _ in range(2_000):
            opened.enter_context(site.send(sent))

        site.must_answer()


def test_readers_who_take_nothing_keep_nobody_waiting(site: Site) -> None:
    asked = head("GET", PUBLIC) * 50
    with ExitStack() as opened:
        for _ in range(40):
            opened.enter_context(site.send(asked))

        site.must_answer()


@pytest.mark.parametrize(
    "many",
    [
        "".join(f"X-{number}: a\r\n" for number in range(5_000)),
        "X-A: " + "a" * 500_000 + "\r\n",
        "Cookie: " + "a=b; " * 10_000 + "\r\n",
        "Cookie: sessionid=" + "x" * 30_000 + "\r\n",
        "Content-Length: 3\r\nContent-Length: 5\r\n",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        "Accept-Encoding: " + "gzip;q=0.1," * 4_000 + "\r\n",
        "If-None-Match: " + '"x",' * 10_000 + "\r\n",
        "Range: bytes=" + "0-1," * 10_000 + "\r\n",
    ],
    ids=["many", "long", "cookies", "session", "lengths", "smuggled", "encodings", "tags", "ranges"],
)
def test_flood_of_headers_is_refused_or_answered(site: Site, many: str) -> None:
    for path in (PUBLIC, "/static/css/base.css", DESK):
        answer = site.send_whole(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{many}\r\n".encode())
        assert status_in(answer) < 500

    site.must_answer()


MULTIPART = "multipart/form-data; boundary=b"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"--b\r\n"),
        ("multipart/form-data; boundary=", b"--\r\n"),
        (f"multipart/form-data; boundary={'b' * 5_000}", b"--b\r\n"),
        ("multipart/form-data; boundary=\xff", b"--\xff\r\n"),
        (MULTIPART, b""),
        (MULTIPART, b"--b" * 20_000),
        (MULTIPART, b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'),
        (MULTIPART, b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 1_200),
        (MULTIPART, b"--b\r\n" + b"X: y\r\n" * 9_000),
        (MULTIPART, b'--b\r\nContent-Disposition: form-data; name="' + b"a" * 60_000),
        (
            MULTIPART,
            (
                b'--b\r\nContent-Disposition: form-data; name="f"; filename="../../x\x00"\r\n'
                b"Content-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--b--\r\n"
            ),
        ),
        ("application/x-www-form-urlencoded", b"a=b&" * 15_000),
        ("application/x-www-form-urlencoded", b"username=%00&password=%ff%fe"),
        ("application/x-www-form-urlencoded; charset=utf-7", b"username=a"),
        ("application/x-www-form-urlencoded; charset=nonsense", b"username=a"),
        ("application/json", b"[" * 60_000),
    ],
)
def test_malformed_bodies_are_refused_and_are_no_error_of_ours(site: Site, kind: str, body: bytes) -> None:
    for path in ("/sign-in/", ANNOUNCEMENTS):
        sent = head("POST", path, Content_Length=len(body), Cookie=site.cookies, X_CSRFToken=TOKEN, Content_Type=kind)
        assert 200 <= status_in(site.send_whole(sent + body)) < 500


def test_compressed_body_is_not_unpacked(site: Site) -> None:
    bomb = gzip.compress(bytes(50 * 1024**2))
    sent = head("POST", "/sign-in/", Content_Length=len(bomb), Content_Encoding="gzip", Cookie=site.cookies)

    assert status_in(site.send_whole(sent + bomb)) in {400, 403, 413}


@pytest.mark.parametrize(
    "path",
    [
        "/static/../config/settings.py",
        "/static/%2e%2e/config/settings.py",
        "/static/..%2fconfig/settings.py",
        "/static/%5c..%5c..%5cconfig%5csettings.py",
        "/static//etc/passwd",
        "/static/css/base.css%00.html",
        "//evil.example/%2e%2e",
        "/t/%00/",
        "/t/gull-harbor%00/now/",
        "/t/%ff%fe/",
        "/t/..%2f..%2f/now/",
        "/t/" + "a" * 20_000 + "/",
        "/?" + "a=b&" * 10_000,
        "/?next=%00%ff",
        "/t/gull-harbor/standings/99999999999999999999/",
        "*",
        "http://evil.example/t/gull-harbor/",
    ],
)
def test_tricks_with_paths_lead_nowhere(site: Site, path: str) -> None:
    answer = site.send_whole(head("GET", path))

    assert status_in(answer) in {0, 200, 301, 302, 400, 404, 414, 431}
    assert b"SECRET_KEY" not in answer
    assert b"root:" not in answer


@contextmanager
def hanging_lock(tournament: Tournament) -> Iterator[None]:
    """Hold the lock under which everybody saves, as a writer does that hangs."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        yield


def test_lock_that_hangs_holds_up_no_reader_and_tells_writers_so(site: Site) -> None:
    fields = {"text": "Lunch is at noon."}
    other = StaffMemberFactory.create(user=site.tournament.staff.get().user, tournament=TournamentFactory.create())
    site.must_answer()  # what is made once does not count to what is answered meanwhile
    with ThreadPoolExecutor(20) as pool, hanging_lock(site.tournament):
        writers = [pool.submit(site.post, ANNOUNCEMENTS, fields) for _ in range(20)]
        time.sleep(0.5)
        for _ in range(2):
            assert site.ask("GET", PUBLIC)[0] == 200
            assert site.ask("GET", DESK, Cookie=site.cookies)[0] == 200
            assert site.is_well()
        if connection.vendor == "postgresql":  # SQLite has one lock for all events
            assert site.post(f"/t/{other.tournament.slug}/announcements/", fields)[0] == 302
        assert not any(writer.done() for writer in writers)
        answers = [writer.result() for writer in writers]

    assert {status for status, _ in answers} == {503}
    assert all(b"The site is busy" in body for _, body in answers)
    assert site.post(ANNOUNCEMENTS, fields)[0] == 302


@pytest.mark.skipif(settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"), reason="about PostgreSQL")
def test_connections_that_were_cut_are_opened_again(site: Site) -> None:
    for _ in range(20):
        site.must_answer()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )

    for _ in range(20):
        site.must_answer()
