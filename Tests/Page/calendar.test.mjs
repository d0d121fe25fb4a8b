// Which words the page has for a day.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nearness } from "./page.mjs";

/** Runs `check` in a time zone. */
function inZone(zone, check) {
  const former = process.env.TZ;
  process.env.TZ = zone;
  try {
    check();
  } finally {
    if (former === undefined) delete process.env.TZ;
    else process.env.TZ = former;
  }
}

test("a day is near by the calendar, also where the clocks change", () => {
  const cases = [
    ["2026-11-26T00:30", "2026-11-26T23:30", "today"],
    ["2026-11-25T23:59", "2026-11-26T00:01", "yesterday"],
    ["2026-11-24T12:00", "2026-11-26T00:01", "week"],
    ["2026-11-20T00:00", "2026-11-26T23:59", "week"],
    ["2026-11-19T23:59", "2026-11-26T00:01", "year"], // the same weekday
    ["2025-12-31T12:00", "2026-01-01T12:00", "yesterday"],
    ["2025-12-20T12:00", "2026-01-01T12:00", "other"],
    ["2026-11-27T08:00", "2026-11-26T23:00", "year"], // the server's clock is ahead
    // The day of 25 hours: 24 hours before its evening was still that day.
    ["2026-10-24T12:00", "2026-10-25T23:30", "yesterday"],
    ["2026-10-18T23:30", "2026-10-25T12:00", "year"],
    ["2026-10-19T00:30", "2026-10-25T12:00", "week"],
    // After the day of 23 hours: 24 hours before the first half hour was the day before yesterday.
    ["2026-03-29T12:00", "2026-03-30T00:15", "yesterday"],
    ["2026-03-28T23:30", "2026-03-30T00:15", "week"],
    ["2026-03-24T00:30", "2026-03-30T12:00", "week"],
  ];
  inZone("Europe/Berlin", () => {
    for (const [at, now, near] of cases) assert.equal(nearness(Date.parse(at), Date.parse(now)), near, `${at} at ${now}`);
  });
});
