"""A real server and a real browser for each test."""

import os

import pytest
from playwright.sync_api import sync_playwright
from visitors import Robot, Server, Visitor


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "data").start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browsers(playwright):
    """Starts the browser of a path when it is wanted for the first time."""
    started = {}

    def browser(path):
        if path not in started:
            started[path] = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--use-fake-device-for-media-stream"])
        return started[path]

    yield browser
    for browser in started.values():
        browser.close()


@pytest.fixture(scope="module")
def browser_path(request):
    """
    Chromium without a screen takes half of the time, but has neither notifications nor a microphone. A
    file of tests that needs those says `WHOLE_BROWSER = True`.
    """
    path = "/usr/bin/chromium" if getattr(request.module, "WHOLE_BROWSER", False) else "/usr/bin/chromium-headless-shell"
    return os.environ.get("CHROMIUM", path)


@pytest.fixture(scope="module")
def chromium(browsers, browser_path):
    return browsers(browser_path)


@pytest.fixture
def own_browser(playwright, browser_path, server, tmp_path):
    """
    Starts a person's own browser, with what it kept when it was closed before: `leave()` closes it.
    """
    running = []

    class Profile:
        def new_context(self, **options):
            return playwright.chromium.launch_persistent_context(
                tmp_path / "profile", executable_path=browser_path, args=["--no-sandbox"], **options
            )

    def start(**options):
        running.append(Visitor(Profile(), server, **options))
        return running[-1]

    yield start
    errors = [error for visitor in running for error in visitor.errors]
    for visitor in running:
        visitor.leave()
    assert errors == []


@pytest.fixture
def visit(chromium, server):
    visitors = []

    def visit(**options):
        visitors.append(Visitor(chromium, server, **options))
        return visitors[-1]

    yield visit
    errors = [error for visitor in visitors for error in visitor.errors]
    for visitor in visitors:
        visitor.leave()
    assert errors == []


@pytest.fixture
def robot(chromium, server):
    contexts = []

    def robot(name, **options):
        contexts.append(chromium.new_context())
        page = contexts[-1].new_page()
        page.goto(server.url + "health")
        return Robot(page, name, **options)

    yield robot
    for context in contexts:
        context.close()
