import { untoldKind } from '@hot/domain/calendar/event-kind'
import { eventDetails, eventFormatName } from '@hot/domain/calendar/event-name'
import { eventEnd, eventStart, eventWhen } from '@hot/domain/calendar/on-air'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { formatPath } from '@hot/domain/url/paths'

/** Enough for search engines; more would bloat every page. */
const limit = 20

/**
 * schema.org BroadcastEvents of current and upcoming broadcasts. `now`: epoch ms; `absolute` turns a path into a public
 * URL.
 */
export function calendarJsonLd(events: readonly CalendarEvent[], now: number, absolute: (path: string) => string) {
  return events
    .filter((event) => eventWhen(event, now) !== 'past')
    .slice(0, limit)
    .map((event) => broadcastJsonLd(event, absolute))
}

function broadcastJsonLd(event: CalendarEvent, absolute: (path: string) => string) {
  const format = eventFormatName(event)
  const details = eventDetails(event)
  const channel = event.channel ?? event.streaming_platform
  return {
    '@type': 'BroadcastEvent',
    name: [format ?? event.title, [details, untoldKind(event)].filter(Boolean).join(', ')].filter(Boolean).join(': '),
    startDate: new Date(eventStart(event)).toISOString(),
    endDate: event.duration_minutes ? new Date(eventEnd(event)).toISOString() : undefined,
    isLiveBroadcast: event.is_live,
    eventStatus: event.is_cancelled ? 'https://schema.org/EventCancelled' : undefined,
    inLanguage: 'de',
    publishedOn: channel ? { '@type': 'BroadcastService', name: channel } : undefined,
    workFeatured: format
      ? { '@type': 'TVSeries', name: format, url: event.format ? absolute(formatPath(event.format.slug)) : undefined }
      : undefined,
  }
}
