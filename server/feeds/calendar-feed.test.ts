import { calendarFeed, type FeedEvent } from '@hot/domain/contract/feed'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../tests/support/example-of.ts'
import type { PublicRpc } from '../link/backend-watch.ts'
import { calendarDocument, calendarFeeds } from './calendar-feed.ts'

const siteUrl = 'https://hot.example'

const event = (fields: Partial<FeedEvent>) =>
  exampleOf(calendarFeed.unwrap().element, {
    id: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001',
    title: 'Folge 1',
    event_date: '2026-11-21',
    event_time: '20:15:00',
    duration_minutes: 120,
    channel: 'RTL',
    streaming_platform: 'RTL+',
    format_name: 'Das Sommerhaus',
    format_slug: 'das-sommerhaus',
    season_number: 7,
    episode_number: 1,
    event_type: 'episode',
    updated_at: '2026-11-20T10:00:00Z',
    ...fields,
  })

function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (!zone && text.includes('TZID')) throw new Error('no VTIMEZONE')
  // The parser must use the feed's time zone rules, not its own.
  ICAL.TimezoneService.reset()
  if (zone) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

/** UTC of an event, computed by the parser from the VTIMEZONE in the feed. */
const utc = (time: ICAL.Time) => time.toJSDate().toISOString()

function only(fields: Partial<FeedEvent>) {
  const [parsed] = parse(calendarDocument('HoT', [event(fields)], siteUrl))
  if (!parsed) throw new Error('no event')
  return parsed
}

describe('calendarDocument', () => {
  it('has a component, the zone and the refresh interval before the first broadcast is planned', () => {
    const calendar = new ICAL.Component(ICAL.parse(calendarDocument('HoT', [], siteUrl)))
    expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
    expect(calendar.getFirstPropertyValue('x-published-ttl')).toBe('PT1H')
  })

  it('says what, when and where', () => {
    const parsed = only({ description: 'Mit Punkt; Komma, und\nZeile\\n.' })
    expect(parsed.summary).toBe('Das Sommerhaus – Folge 1')
    expect(parsed.location).toBe('RTL')
    expect(parsed.description).toContain('Staffel 7, Folge 1')
    expect(parsed.description).toContain('Mit Punkt; Komma, und\nZeile\\n.')
    expect(parsed.description).toContain('https://hot.example/formate/das-sommerhaus')
    expect(parsed.startDate.zone.tzid).toBe('Europe/Berlin')
  })

  it('says that a broadcast is cancelled, also to apps that do not read its status', () => {
    const parsed = only({ is_cancelled: true, sequence: 3, change_note: 'RTL zeigt Fußball.' })
    expect(parsed.description).toContain('RTL zeigt Fußball.')
    expect(parsed.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(parsed.sequence).toBe(3)
    expect(parsed.summary).toBe('Fällt aus: Das Sommerhaus – Folge 1')
    expect(only({}).component.hasProperty('status')).toBe(false)
  })

  it.each([
    ['rerun', 'Folge 1', 'Das Sommerhaus – Folge 1 (Wiederholung)'],
    ['finale', 'Staffel 7', 'Das Sommerhaus – Folge 1 (Finale)'],
    ['finale', 'Das große Finale', 'Das Sommerhaus – Folge 1: Das große Finale'],
    ['reunion', 'Mit allen', 'Das Sommerhaus – Folge 1: Mit allen (Wiedersehen)'],
    ['episode', 'Mit allen', 'Das Sommerhaus – Folge 1: Mit allen'],
  ])('says what kind of broadcast a %s called %j is', (event_type, title, summary) =>
    expect(only({ event_type, title }).summary).toBe(summary),
  )

  it('keeps UID and DTSTAMP while the event does not change', () => {
    const first = calendarDocument('HoT', [event({})], siteUrl)
    expect(calendarDocument('HoT', [event({})], siteUrl)).toBe(first)
    const renamed = parse(calendarDocument('HoT', [event({ title: 'Neu' })], 'https://other.example'))[0]
    expect(renamed?.uid).toBe(parse(first)[0]?.uid)
    expect(first).toContain('DTSTAMP:20261120T100000Z')
  })

  it.each([
    ['winter', '2026-01-15', '20:15:00', '2026-01-15T19:15:00.000Z'],
    ['summer', '2026-07-15', '20:15:00', '2026-07-15T18:15:00.000Z'],
    ['the evening before the spring change', '2026-03-28', '20:15:00', '2026-03-28T19:15:00.000Z'],
    ['the evening after the spring change', '2026-03-29', '20:15:00', '2026-03-29T18:15:00.000Z'],
    ['the gap of spring', '2026-03-29', '02:30:00', '2026-03-29T01:30:00.000Z'],
    ['the evening before the autumn change', '2026-10-24', '20:15:00', '2026-10-24T18:15:00.000Z'],
    ['the evening after the autumn change', '2026-10-25', '20:15:00', '2026-10-25T19:15:00.000Z'],
    ['the time of the September rule', '1995-10-15', '20:15:00', '1995-10-15T19:15:00.000Z'],
    ['the first years of the data', '2000-05-31', '20:00:00', '2000-05-31T18:00:00.000Z'],
  ])('has the right instant in %s', (_, event_date, event_time, expected) => {
    expect(utc(only({ event_date, event_time }).startDate)).toBe(expected)
  })

  it.each([
    ['spring', '2026-03-29', '01:30:00', 60, '2026-03-29T01:30:00.000Z'],
    ['autumn, past the repeated hour', '2026-10-25', '01:30:00', 180, '2026-10-25T02:30:00.000Z'],
    ['autumn, from the repeated hour', '2027-10-31', '02:30:00', 60, '2027-10-31T01:30:00.000Z'],
    ['autumn, to the first 02:30', '2027-10-30', '23:30:00', 180, '2027-10-31T00:30:00.000Z'],
    ['autumn, to the second 02:30', '2027-10-30', '23:30:00', 240, '2027-10-31T01:30:00.000Z'],
    ['an ordinary night', '2026-11-21', '23:30:00', 90, '2026-11-22T00:00:00.000Z'],
    ['a length that is not known', '2026-11-21', '20:15:00', null, '2026-11-21T20:15:00.000Z'],
  ])('has the right end in %s', (_, event_date, event_time, duration_minutes, expected) => {
    const { startDate, duration, component } = only({ event_date, event_time, duration_minutes })
    expect(component.hasProperty('dtend')).toBe(false)
    expect(duration.toSeconds()).toBe((duration_minutes ?? 60) * 60)
    // RFC 5545 §3.3.6: hours and minutes of a duration are exact, also across a clock change.
    expect(new Date(startDate.toJSDate().getTime() + duration.toSeconds() * 1000).toISOString()).toBe(expected)
  })

  it.each([
    ['Dinner Party', 'Das Sommerhaus', 5, 'Das Sommerhaus – Folge 5: Dinner Party'],
    ['Das Sommerhaus', 'Das Sommerhaus', 5, 'Das Sommerhaus – Folge 5'],
    ['Das Sommerhaus: Finale', 'Das Sommerhaus', null, 'Das Sommerhaus – Finale'],
    ['Der große Abend', null, null, 'Der große Abend'],
    ['Zwei\nZeilen', null, null, 'Zwei Zeilen'],
  ])('names the broadcast: %j', (title, format_name, episode_number, expected) =>
    expect(only({ title, format_name, episode_number }).summary).toBe(expected),
  )

  it.each(['HoT – RTL, RTL+', 'a;b\\c', 'Zeile\r\nX-EVIL:1\nNAME:2'])(
    'has the name of the calendar as one text: %j',
    (name) => {
      const text = calendarDocument(name, [event({})], siteUrl)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const calendar = new ICAL.Component(ICAL.parse(text))
      const one = name.replace(/\s+/g, ' ')
      // ical.js leaves the texts of properties it does not know escaped.
      for (const property of ['name', 'x-wr-calname'])
        expect(String(calendar.getFirstPropertyValue(property)).replace(/\\([\\,;])/g, '$1')).toBe(one)
      expect(calendar.hasProperty('x-evil')).toBe(false)
    },
  )

  it('has the properties of the calendar before its components', () => {
    const lines = calendarDocument('HoT', [event({})], siteUrl).split('\r\n')
    const zone = lines.indexOf('BEGIN:VTIMEZONE')
    for (const name of ['VERSION:', 'PRODID:', 'REFRESH-INTERVAL', 'X-PUBLISHED-TTL', 'X-WR-CALNAME', 'URL:'])
      for (const [at, line] of lines.entries())
        if (line.startsWith(name) && !lines.slice(0, at).includes('BEGIN:VEVENT')) expect(at, line).toBeLessThan(zone)
    expect(lines.filter((line) => /^(REFRESH-INTERVAL|X-PUBLISHED-TTL)/.test(line))).toHaveLength(2)
  })

  it('folds lines at 75 bytes without splitting characters, with line ends of RFC 5545', () => {
    const title = `${'Größe 🔥 '.repeat(40)}Ende`
    const text = calendarDocument('HoT', [event({ title, format_name: null, episode_number: null })], siteUrl)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(parse(text)[0]?.summary).toBe(title)
  })

  it('allows no injection of lines', () => {
    const parsed = only({ title: 'x\r\nATTENDEE:mailto:a@b.de\u0000\u001b', format_name: 'F\nBEGIN:VEVENT' })
    expect(parsed.attendees).toHaveLength(0)
    expect(parsed.summary).toContain('ATTENDEE')
  })
})

describe('calendarFeeds', () => {
  const feeds = (answer: FeedEvent[] | null) => {
    const asked: unknown[] = []
    const rpc: PublicRpc = async (name, schema, args) => {
      asked.push([name, args])
      return schema.parse(answer)
    }
    return { feed: calendarFeeds(rpc, siteUrl), asked }
  }

  it('requests all formats or one', async () => {
    const { feed, asked } = feeds([event({})])
    const response = await feed({ format: 'das-sommerhaus' })
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(await response.text()).toContain('Das Sommerhaus')
    await feed({})
    await feed({ broadcaster: 'rtl', provider: 'rtlplus' })
    await feed({ event: event({}).id })
    expect(asked).toEqual([
      ['calendar_feed', { p_format: 'das-sommerhaus' }],
      ['calendar_feed', {}],
      ['calendar_feed', { p_broadcaster: 'rtl', p_provider: 'rtlplus' }],
      ['calendar_feed', { p_event: event({}).id }],
    ])
  })

  it('has no feed of an unknown or invalid format', async () => {
    expect((await feeds(null).feed({ format: 'gibt-es-nicht' })).status).toBe(404)
    const { feed, asked } = feeds([])
    expect((await feed({ format: '../x' })).status).toBe(404)
    expect((await feed({ format: '' })).status).toBe(404)
    expect(asked).toEqual([])
    expect((await feed({ event: event({}).id })).status).toBe(404)
  })
})
