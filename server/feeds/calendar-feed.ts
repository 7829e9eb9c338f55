import { TZDate } from '@date-fns/tz'
import { untoldKind } from '@hot/domain/calendar/event-kind'
import { eventFormatName, eventOwnTitle, seasonAndEpisode } from '@hot/domain/calendar/event-name'
import { clockChangeAt } from '@hot/domain/calendar/event-rules'
import { assumedEventMinutes, eventStart } from '@hot/domain/calendar/on-air'
import { calendarFeed, type FeedEvent } from '@hot/domain/contract/feed'
import { cleanLine } from '@hot/domain/text/sanitize-text'
import { epochOf } from '@hot/domain/time/berlin-time'
import { formatPath } from '@hot/domain/url/paths'
import ical, { escape as escapeText, ICalEventStatus } from 'ical-generator'
import type { PublicRpc } from '../link/backend-watch.ts'

/**
 * VTIMEZONE of Europe/Berlin (RFC 5545 §3.6.5), from the IANA rules: summer time from the last Sunday in March since
 * 1981, until the last Sunday in September up to 1995 and in October since 1996. The packages that ical-generator
 * recommends for its `generator` know only the current rule, which is an hour off in earlier autumns.
 */
const berlinTimezone = 'Europe/Berlin'

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

/**
 * The refresh interval suggested to calendar apps, and the zone. Properties of the calendar come before its components
 * (RFC 5545 §3.6); the generator's own `ttl` would put them after the zone.
 */
const refreshAndZone = `${['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H', ...lines].join('\r\n')}\r\n`

/**
 * Lengths are written as DURATION, which the generator does not know: as wall clock time an end in the hour that autumn
 * repeats would be read an hour early. Texts cannot begin a line, so only this property is replaced.
 */
const minutesLine = 'X-HOT-MINUTES'
const minutesLines = /\r\nX-HOT-MINUTES:(\d+)\r\n/g

/** iCalendar text may not contain control characters other than line breaks. */
const clean = (text: string) => text.replace(/(?!\n)\p{Cc}/gu, ' ').trim()

/** `Sommerhaus – Folge 5: Einzug (Wiederholung)`: in a calendar app every entry of a format would otherwise be called the same. */
function summary(event: FeedEvent): string {
  const episode = event.episode_number === null ? null : `Folge ${event.episode_number}`
  const what = [episode, eventOwnTitle(event)].filter(Boolean).join(': ')
  const kind = untoldKind(event)
  const name = [[eventFormatName(event) ?? event.title, what].filter(Boolean).join(' – '), kind && `(${kind})`]
    .filter(Boolean)
    .join(' ')
  // Some calendar apps show what is cancelled like everything else.
  return cleanLine(event.is_cancelled ? `Fällt aus: ${name}` : name)
}

function description(event: FeedEvent, url: string): string {
  return [seasonAndEpisode(event), cleanLine(event.change_note ?? ''), clean(event.description ?? ''), url]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * The start as Berlin wall clock time with a TZID; in UTC within the hour that autumn repeats, of which readers take
 * the first or the second.
 */
function startOf(event: FeedEvent) {
  const at = eventStart(event)
  return clockChangeAt(event.event_date, event.event_time) === 'twice'
    ? { start: new Date(at) }
    : { start: new TZDate(at, berlinTimezone), timezone: berlinTimezone }
}

function entry(event: FeedEvent, siteUrl: string) {
  const url = siteUrl + (event.format_slug ? formatPath(event.format_slug) : `/kalender?datum=${event.event_date}`)
  return {
    // Does not contain host or title, so that calendar apps recognise the entry after either changes.
    id: `${event.id}@hot`,
    stamp: new Date(epochOf(event.updated_at)),
    lastModified: new Date(epochOf(event.updated_at)),
    ...startOf(event),
    x: [[minutesLine, String(event.duration_minutes ?? assumedEventMinutes)] satisfies [string, string]],
    sequence: event.sequence,
    status: event.is_cancelled ? ICalEventStatus.CANCELLED : null,
    summary: summary(event),
    location: cleanLine(event.channel ?? event.streaming_platform ?? '') || null,
    description: description(event, url),
    url,
  }
}

/** An iCalendar document (RFC 5545). Its text changes only when an event changes, so that the ETag stays valid. */
export function calendarDocument(name: string, events: readonly FeedEvent[], siteUrl: string): string {
  const calendar = ical({
    // The generator escapes texts of events, but not this one, and writes it as NAME and X-WR-CALNAME.
    name: escapeText(cleanLine(name), false),
    prodId: { company: 'HoT', product: 'Kalender', language: 'DE' },
    // No calendar-wide zone: with one, the generator writes DTSTAMP in local time, but it must be UTC.
    timezone: { name: null, generator: () => refreshAndZone },
    url: `${siteUrl}/kalender`,
  })
  for (const event of events) calendar.createEvent(entry(event, siteUrl))
  const text = calendar.toString().replace(minutesLines, '\r\nDURATION:PT$1M\r\n')
  // A calendar has at least one component (RFC 5545 §3.6), and the generator writes the zone only where an event uses it.
  return `${text.includes('BEGIN:VTIMEZONE') ? text : text.replace('END:VCALENDAR', `${refreshAndZone}END:VCALENDAR`)}\r\n`
}

/** The longest is that of a broadcaster with a name of 100 letters, each of which may become three. */
const slugShape = /^[a-z0-9-]{1,300}$/

/** Which broadcasts a feed has: slugs of format, broadcaster and provider, or the id of one broadcast. */
type FeedFilter = {
  format?: string | undefined
  broadcaster?: string | undefined
  provider?: string | undefined
  event?: string | undefined
}
export type CalendarFeeds = (filter: FeedFilter) => Promise<Response>

const names = { format: 'p_format', broadcaster: 'p_broadcaster', provider: 'p_provider', event: 'p_event' } as const

/** Answers a feed; 404 when there is no such format, broadcaster, provider or broadcast. */
export function calendarFeeds(rpc: PublicRpc, siteUrl: string): CalendarFeeds {
  return async (filter) => {
    const missing = () => new Response('Dazu gibt es keine Sendetermine.', { status: 404 })
    const given = Object.entries(filter).filter((entry): entry is [keyof FeedFilter, string] => entry[1] !== undefined)
    if (given.some(([, value]) => !slugShape.test(value))) return missing()
    const args = Object.fromEntries(given.map(([name, value]) => [names[name], value]))
    const events = await rpc('calendar_feed', calendarFeed, args)
    if (!events || (filter.event && events.length === 0)) return missing()
    return new Response(calendarDocument(`HoT – ${feedName(filter, events)}`, events, siteUrl), {
      headers: { 'content-type': 'text/calendar; charset=utf-8' },
    })
  }
}

/** How calendar apps list the feed. */
function feedName({ format, broadcaster, provider, event }: FeedFilter, [first]: readonly FeedEvent[]): string {
  if (event && first) return summary(first)
  const parts = [
    format && (first?.format_name ?? format),
    broadcaster && (first?.channel ?? broadcaster),
    provider && (first?.streaming_platform ?? provider),
  ].filter(Boolean)
  return parts.join(', ') || 'Kalender'
}
