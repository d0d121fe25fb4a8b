// How near a day is, by the user's calendar.

const DAY = 86_400_000; // milliseconds; where the clocks change, a day is longer or shorter

/**
 * “today”, “yesterday”, “week” for the five days before, “year” for another day of this year, or
 * “other”: as the app has it (ChatUI.DateFormatting). A day that has not come yet is not near.
 */
export function nearness(at, now = Date.now()) {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  if (days > 1 && days < 7) return "week";
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? "year" : "other";
}

function startOfDay(at) { return new Date(at).setHours(0, 0, 0, 0); }
