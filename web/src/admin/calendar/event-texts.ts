import type { EventFields } from '@hot/domain/calendar/event-form'
import { eventTypeLabels } from '@hot/domain/calendar/event-rules'
import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { seriesFrequencyLabels } from '@hot/domain/time/series'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'

const nameIn = (choices: readonly { id: string; name: string }[]) => (id: string) =>
  choices.find((choice) => choice.id === id)?.name ?? ''

/** How the fields of an event are called in a conflict. */
export function eventTexts({ formats, broadcasters, providers }: AdminCalendarChoices): FieldTexts<EventFields> {
  const seasons = formats.flatMap((format) =>
    format.seasons.map(({ id, season_number }) => ({ id, name: `${format.name}, Staffel ${season_number}` })),
  )
  return {
    title: 'Titel',
    type: ['Art', (type) => eventTypeLabels[type] ?? type],
    formatId: ['Format', nameIn(formats)],
    seasonId: ['Staffel', nameIn(seasons)],
    episode: 'Folge Nr.',
    day: 'Tag',
    time: 'Uhrzeit',
    minutes: 'Minuten',
    broadcasterId: ['Sender', nameIn(broadcasters)],
    channel: 'Sender, frei geschrieben',
    providerId: ['Streaming-Anbieter', nameIn(providers)],
    platform: 'Streaming, frei geschrieben',
    description: 'Beschreibung',
    live: 'Live',
    cancelled: 'Fällt aus',
    repeats: 'Wiederholt sich',
    frequency: ['Rhythmus', (frequency) => seriesFrequencyLabels[frequency]],
    until: 'Letzte Folge',
  }
}
