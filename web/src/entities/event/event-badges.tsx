import type { CalendarEvent } from '@hot/domain/contract/event'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { eventWhen } from './event-state.ts'

/** The colour of a provider without one. */
const defaultProviderColor = '#0ea5e9'

/** What runs now or live, and where to see it. A channel that is its own streaming service is named once. */
export function EventBadges({ event, now }: { event: CalendarEvent; now: number }) {
  const { channel, streaming_platform: platform, streaming_color: color, streaming_url: url } = event
  const when = eventWhen(event, now)
  return (
    <>
      {when === 'now' && <Badge kind="live">Läuft gerade</Badge>}
      {event.is_live && (when === 'later' ? <Badge kind="live">Live</Badge> : <Badge>Live</Badge>)}
      {channel && channel !== platform && <Badge>{channel}</Badge>}
      {platform && <ProviderChip name={platform} color={color ?? defaultProviderColor} href={url} small />}
    </>
  )
}
