/**
 * VTIMEZONE of Europe/Berlin (RFC 5545 §3.6.5), from the IANA rules: summer time from the last Sunday in March
 * since 1981, until the last Sunday in September up to 1995 and in October since 1996. The packages that ical-generator
 * names for its `generator` know today's rule only, which is an hour off in the autumns before.
 */
export const berlinTimezone = 'Europe/Berlin'

const lines = [
  'BEGIN:VTIMEZONE',
  `TZID:${berlinTimezone}`,
  `X-LIC-LOCATION:${berlinTimezone}`,
  'BEGIN:DAYLIGHT',
  'TZNAME:CEST',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZNAME:CET',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19810927T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=-1SU;UNTIL=19950924T010000Z',
  'END:STANDARD',
  'BEGIN:STANDARD',
  'TZNAME:CET',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

export const berlinVtimezone = `${lines.join('\r\n')}\r\n`
