const hour = 3_600_000
const march = 2

/**
 * What clocks in Berlin are ahead of UTC at an instant, in milliseconds: an hour, and two from the last Sunday of March to
 * the last of October (of September before 1996), both at 01:00 UTC (directive 2000/84/EC). Exact from 1981 on; earlier
 * instants get an hour.
 *
 * `Intl.DateTimeFormat` knows the same, but making the first one keeps a phone busy for more than 100 ms.
 */
export function berlinOffset(at: number): number {
  const year = new Date(at).getUTCFullYear()
  if (year < 1981) return hour
  const summer = at >= lastSunday(year, march) && at < lastSunday(year, year < 1996 ? 8 : 9)
  return summer ? 2 * hour : hour
}

/** 01:00 UTC on the last Sunday of a month (0 = January). */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.setUTCDate(last.getUTCDate() - last.getUTCDay())
}
