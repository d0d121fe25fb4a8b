// The offsets of the user's time zone, as the browser knows them.

const WEEK = 604_800_000; // milliseconds; a zone keeps an offset for weeks

/**
 * The offsets from UTC in minutes, and when they change: from twenty years before `now` to two
 * years after it.
 */
export function utcOffsets(now) {
  const start = now - 20 * 52 * WEEK;
  const changes = [];
  let minutes = offset(start);
  for (let week = start; week < now + 2 * 52 * WEEK; week += WEEK) {
    const next = offset(week + WEEK);
    if (next === minutes) continue;
    let [low, high] = [week, week + WEEK];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === minutes) low = middle;
      else high = middle;
    }
    changes.push({ at: high, minutes: next });
    minutes = next;
  }
  return { minutes: offset(start), changes };
}

function offset(at) { return -new Date(at).getTimezoneOffset(); }
