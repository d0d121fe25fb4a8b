"""The dashboard and the alerts: metrics that there are, and rules that Prometheus reads."""

import json
import re
import shutil
import subprocess

import pytest

from martlet_server import ROOT

WATCH = ROOT / "docs" / "watch"


def metrics_of(server):
    status, text = server.get("/metrics")
    assert status == 200
    return {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE ")}


def named_in(text):
    names = set(re.findall(r"\bmartlet_[a-z_]+", text))
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in names}


@pytest.mark.parametrize("file", ["dashboard.json", "alerts.yml"])
def test_each_metric_named_is_one_that_there_is(shared_server, file):
    there = metrics_of(shared_server)
    named = named_in((WATCH / file).read_text())
    assert named and named <= there, named - there


def test_each_metric_is_documented(shared_server):
    page = (ROOT / "docs" / "serve.md").read_text()
    assert [name for name in sorted(metrics_of(shared_server)) if name not in page] == []


def test_each_alert_is_explained():
    alerts = re.findall(r"alert: (\w+)", (WATCH / "alerts.yml").read_text())
    page = (ROOT / "docs" / "operating.md").read_text()
    assert len(alerts) == len(set(alerts)) > 5
    assert [name for name in alerts if f"`{name}`" not in page] == []


def test_the_dashboard_is_one():
    dashboard = json.loads((WATCH / "dashboard.json").read_text())
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    assert len(places) == len(set(places)) == len({panel["id"] for panel in dashboard["panels"]})
    for panel in dashboard["panels"]:
        assert panel["title"] and panel["description"] and panel["targets"]


def test_prometheus_reads_the_rules_and_they_fire(tmp_path):
    if not shutil.which("promtool"):
        pytest.skip("promtool is not installed (Debian's package prometheus)")
    queries = [target["expr"] for panel in json.loads((WATCH / "dashboard.json").read_text())["panels"] for target in panel["targets"]]
    for arguments in (["check", "rules", WATCH / "alerts.yml"], ["test", "rules", ROOT / "Tests" / "System" / "alerts_test.yml"]):
        ended = subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    # As rules, with what Grafana puts in for its variables.
    rules = {"groups": [{"name": "dashboard", "rules": [
        {"record": f"query_{number}", "expr": query.replace("$__rate_interval", "5m").replace("$instance", ".*")}
        for number, query in enumerate(queries)]}]}
    (tmp_path / "rules.json").write_text(json.dumps(rules))
    ended = subprocess.run(["promtool", "check", "rules", tmp_path / "rules.json"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
