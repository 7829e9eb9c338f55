import { berlinDay, berlinInstant, berlinTime, isDay } from '@hot/domain/time/berlin-time'
import { clock } from '@hot/domain/time/german-date'
import { choiceParam } from '@hot/domain/url/search-param'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** Spans in hours, a day by default; older minutes are deleted. */
export const operationsSpans = ['1', '24', '336'] as const
export type OperationsSpan = (typeof operationsSpans)[number]

export const spanNames: Readonly<Record<OperationsSpan, string>> = { 1: '1 Stunde', 24: '24 Stunden', 336: '14 Tage' }

export type OperationsSearch = {
  zeit?: OperationsSpan | undefined
  /** The picked minute in Berlin, as a field for date and time has it: `2026-11-28T20:15`. */
  um?: string | undefined
}

function readMinute(given: unknown): string | undefined {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(String(given)) ?? []
  return isDay(day) ? `${day}T${time}` : undefined
}

export const readOperationsSearch = (given: Record<string, unknown>): OperationsSearch => ({
  zeit: choiceParam(given.zeit, operationsSpans),
  um: readMinute(given.um),
})

/** An instant as `um` has it. */
export const minuteOf = (instant: string): string => `${berlinDay(instant)}T${clock(berlinTime(instant))}`

/** The instant of `um`. */
export function instantOf(minute: string): string {
  const [day = '', time = ''] = minute.split('T')
  return berlinInstant(day, `${time}:00`).toISOString()
}

/** The figures shown before stay until the new ones are there, so that nothing jumps. */
export const operationsQuery = (span: OperationsSpan, minute: string | undefined) =>
  queryOptions({
    queryKey: ['admin', 'operations', span, minute ?? null],
    queryFn: ({ signal }) =>
      rpc(
        'admin_operations_page',
        { p_hours: Number(span), ...(minute !== undefined && { p_at: instantOf(minute) }) },
        signal,
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })
