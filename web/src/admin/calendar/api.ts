import { sameWeek } from '@hot/domain/calendar/event-form'
import type { EventDraft, EventScope } from '@hot/domain/contract/admin/calendar'
import { addDays, addMonths, type Day, isDay, monthGrid, weekOf } from '@hot/domain/time/berlin-time'
import { mondayOf, weekName, weekRange } from '@hot/domain/time/berlin-week'
import { monthTitle } from '@hot/domain/time/german-date'
import { choiceParam, patternParam, uuidPattern } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

const adminViews = ['woche', 'monat'] as const
export type AdminView = (typeof adminViews)[number]

export type AdminCalendarSearch = {
  ansicht?: AdminView | undefined
  /** Default: today in Berlin. */
  datum?: string | undefined
  /** Ids, because the admin calendar includes inactive items. */
  sender?: string | undefined
  format?: string | undefined
  /** Season of a new event, beside its format. */
  staffel?: string | undefined
  /** The open form: an event's id, or `neu` on `datum`. */
  termin?: string | undefined
}

export const newEvent = 'neu'

export const adminCalendarSearch = (given: Record<string, unknown>): AdminCalendarSearch => ({
  ansicht: choiceParam(given.ansicht, adminViews),
  datum: typeof given.datum === 'string' && isDay(given.datum) ? given.datum : undefined,
  sender: patternParam(given.sender, uuidPattern),
  format: patternParam(given.format, uuidPattern),
  staffel: patternParam(given.staffel, uuidPattern),
  termin: given.termin === newEvent ? newEvent : patternParam(given.termin, uuidPattern),
})

export type ShownPeriod = {
  title: string
  days: Day[]
  previous: Day
  next: Day
  previousName: string
  nextName: string
}

/** The week or the month's weeks around a day, and days in the previous and next period. */
export function shownPeriod(view: AdminView, day: Day): ShownPeriod {
  if (view === 'monat') {
    const previous = addMonths(day, -1)
    const next = addMonths(day, 1)
    return {
      title: monthTitle(day),
      days: monthGrid(day).flat(),
      previous,
      next,
      previousName: monthTitle(previous),
      nextName: monthTitle(next),
    }
  }
  const monday = mondayOf(day)
  const previous = addDays(monday, -7)
  const next = addDays(monday, 7)
  return {
    title: `${weekName(day)} · ${weekRange(day)}`,
    days: weekOf(day),
    previous,
    next,
    previousName: weekName(previous),
    nextName: weekName(next),
  }
}

const personal = { meta: { personal: true }, staleTime: 0 } as const
export const calendarKey = ['admin', 'calendar'] as const

export const eventsQuery = (from: Day, to: Day, { sender, format }: AdminCalendarSearch) =>
  queryOptions({
    queryKey: [...calendarKey, 'page', from, to, sender, format],
    queryFn: ({ signal }) =>
      rpc('admin_calendar_page', { p_from: from, p_to: to, p_broadcaster: sender, p_format: format }, signal),
    ...personal,
  })

export const choicesQuery = queryOptions({
  queryKey: [...calendarKey, 'choices'],
  queryFn: ({ signal }) => rpc('admin_calendar_choices', {}, signal),
  ...personal,
  // Formats and channels rarely change while someone plans; a form must not wait for them each time.
  staleTime: 60_000,
})

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: [...calendarKey, 'event', id],
    queryFn: ({ signal }) => rpc('admin_calendar_event', { p_id: id }, signal),
    ...personal,
    // A form must be filled with the current state, never with a cached one.
    gcTime: 0,
  })

/** What stands stored now; null if it is gone. */
export const readEvent = (id: string) => rpc('admin_calendar_event', { p_id: id })

/** Broadcasts that overlap the draft. Its description does not matter here and would only make the URL long. */
export const collisionsQuery = (draft: EventDraft | null) => {
  const { description: _, ...values } = draft?.values ?? {}
  const asked = JSON.stringify({ ...draft, seen: null, values })
  return queryOptions({
    queryKey: [...calendarKey, 'collisions', asked],
    queryFn: ({ signal }) => rpc('admin_calendar_collisions', { p_event: asked }, signal),
    enabled: draft !== null,
    ...personal,
  })
}

export const saveEvent = (draft: EventDraft) => rpc('admin_save_event', { p_event: JSON.stringify(draft) })

/** Publishes what was read, all or nothing. */
export const planEvents = (drafts: readonly EventDraft[]) =>
  rpc('admin_plan_events', { p_events: JSON.stringify(drafts) })

/** Edits single dates together, all or nothing; refused when one of them stands otherwise than was seen. */
export const changeEvents = (drafts: readonly EventDraft[]) =>
  rpc('admin_change_events', { p_events: JSON.stringify(drafts) })

/** Takes back what was published a moment ago. */
export const takeBackEvents = (ids: readonly string[]) => rpc('admin_take_back_events', { p_ids: [...ids] })

export const deleteEvent = (id: string, scope: EventScope) => rpc('admin_delete_event', { p_id: id, p_scope: scope })

export const copyWeek = (from: Day, to: Day, { sender, format }: AdminCalendarSearch) =>
  rpc('admin_copy_week', {
    p_from: from,
    p_to: to,
    p_broadcaster: sender ?? null,
    p_format: format ?? null,
  })

/** Refusals of edits of several dates: what is gone or changed, the database says best. */
export const manyFailures = { not_allowed: 'Das darfst du nicht. Frag eine Admin-Person.' } as const

/** Refusals of these calls by hint. */
export const calendarFailures = {
  ...manyFailures,
  draft_invalid: 'Titel, Tag und Uhrzeit fehlen oder stimmen nicht. Prüf die Felder.',
  target_gone: 'Diesen Termin gibt es nicht mehr. Schließ das Formular.',
  episodes_would_go: 'Dabei fallen Folgen weg. Löschen dürfen nur Admins.',
  same_week: sameWeek,
  week_too_full: 'Das sind mehr als 500 Termine. Nimm einen Filter.',
} as const
