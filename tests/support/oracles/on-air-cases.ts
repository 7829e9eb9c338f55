/**
 * A broadcast on Berlin's wall clock, an instant, and what is true then: whether it is past, now or later, and the
 * television days of the broadcast and of the instant. The domain and SQL are both tested against this table.
 */
export type OnAirCase = {
  day: string
  time: string
  minutes: number | null
  at: string
  when: 'past' | 'now' | 'later'
  belongsTo: string
  televisionDay: string
}

const rows: [
  day: string,
  time: string,
  minutes: number | null,
  at: string,
  when: OnAirCase['when'],
  belongs: string,
  on: string,
][] = [
  ['2026-11-21', '20:15', 120, '2026-11-21T19:14:59Z', 'later', '2026-11-21', '2026-11-21'],
  ['2026-11-21', '20:15', 120, '2026-11-21T19:15:00Z', 'now', '2026-11-21', '2026-11-21'],
  ['2026-11-21', '20:15', 120, '2026-11-21T21:14:59Z', 'now', '2026-11-21', '2026-11-21'],
  ['2026-11-21', '20:15', 120, '2026-11-21T21:15:00Z', 'past', '2026-11-21', '2026-11-21'],
  // Without a length an hour is assumed.
  ['2026-07-01', '20:15', null, '2026-07-01T19:14:59Z', 'now', '2026-07-01', '2026-07-01'],
  ['2026-07-01', '20:15', null, '2026-07-01T19:15:00Z', 'past', '2026-07-01', '2026-07-01'],
  // From Sunday to Monday.
  ['2026-11-22', '22:00', 180, '2026-11-22T23:20:00Z', 'now', '2026-11-22', '2026-11-22'],
  ['2026-11-22', '22:00', 180, '2026-11-23T00:00:00Z', 'past', '2026-11-22', '2026-11-22'],
  // After midnight: the evening before. Running past five: the day is over, the broadcast is not.
  ['2026-11-23', '00:05', 45, '2026-11-22T08:10:00Z', 'later', '2026-11-22', '2026-11-22'],
  ['2026-11-23', '04:59', 60, '2026-11-23T04:10:00Z', 'now', '2026-11-22', '2026-11-23'],
  ['2026-11-23', '05:00', 60, '2026-11-23T03:59:59Z', 'later', '2026-11-23', '2026-11-22'],
  // A whole day, and a turn of the year.
  ['2026-12-31', '20:15', 1440, '2027-01-01T19:14:59Z', 'now', '2026-12-31', '2027-01-01'],
  ['2027-01-01', '00:10', 30, '2026-12-31T23:20:00Z', 'now', '2026-12-31', '2026-12-31'],
  // 29 March 2026: 02:00 becomes 03:00. What is written as 02:30 runs from 03:30.
  ['2026-03-29', '02:30', 60, '2026-03-29T01:29:59Z', 'later', '2026-03-28', '2026-03-28'],
  ['2026-03-29', '02:30', 60, '2026-03-29T01:30:00Z', 'now', '2026-03-28', '2026-03-28'],
  ['2026-03-28', '23:30', 240, '2026-03-29T02:29:59Z', 'now', '2026-03-28', '2026-03-28'],
  ['2026-03-28', '23:30', 240, '2026-03-29T02:30:00Z', 'past', '2026-03-28', '2026-03-28'],
  // A day of 24 hours that begins the evening before lasts into the day after that.
  ['2026-03-28', '23:59', 1440, '2026-03-29T22:30:00Z', 'now', '2026-03-28', '2026-03-29'],
  ['2026-03-28', '23:59', 1440, '2026-03-29T22:59:00Z', 'past', '2026-03-28', '2026-03-29'],
  ['2026-03-29', '05:00', 60, '2026-03-29T03:00:00Z', 'now', '2026-03-29', '2026-03-29'],
  // 25 October 2026: 03:00 becomes 02:00. The first 02:30 is meant.
  ['2026-10-25', '02:30', 60, '2026-10-25T00:30:00Z', 'now', '2026-10-24', '2026-10-24'],
  ['2026-10-25', '02:30', 60, '2026-10-25T01:30:00Z', 'past', '2026-10-24', '2026-10-24'],
  ['2026-10-24', '23:30', 240, '2026-10-25T01:29:59Z', 'now', '2026-10-24', '2026-10-24'],
  ['2026-10-24', '23:30', 240, '2026-10-25T01:30:00Z', 'past', '2026-10-24', '2026-10-24'],
  ['2026-10-25', '04:30', 60, '2026-10-25T03:59:59Z', 'now', '2026-10-24', '2026-10-24'],
]

export const onAirCases: OnAirCase[] = rows.map(([day, time, minutes, at, when, belongsTo, televisionDay]) => ({
  day,
  time: `${time}:00`,
  minutes,
  at,
  when,
  belongsTo,
  televisionDay,
}))

/** Wall clock times as they are shown: the gap of spring an hour later. */
export const shownTimes: [day: string, time: string, shown: string][] = [
  ['2026-03-29', '02:30:00', '03:30:00'],
  ['2026-03-29', '01:59:59', '01:59:59'],
  ['2026-03-29', '03:00:00', '03:00:00'],
  ['2026-03-28', '02:30:00', '02:30:00'],
  ['2026-10-25', '02:30:00', '02:30:00'],
  ['2026-11-21', '20:15:00', '20:15:00'],
]
