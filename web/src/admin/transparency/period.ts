import { patternParam } from '@hot/domain/url/search-param'

export type PeriodSearch = { von?: string | undefined; bis?: string | undefined }

const dayPattern = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const isRealDay = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

function dayParam(given: unknown): string | undefined {
  const day = patternParam(given, dayPattern)
  return day && isRealDay(day) ? day : undefined
}

export const readPeriodSearch = (given: Record<string, unknown>): PeriodSearch => ({
  von: dayParam(given.von),
  bis: dayParam(given.bis),
})

const maxDays = 731
const dayMs = 86_400_000

/** What is wrong with a period, in German; null when it can be asked for. At most two years, as the database has it. */
export function periodProblem({ from, to }: { from: string; to: string }): string | null {
  if (!from || !to) return 'Gib beide Tage an.'
  if (to < from) return 'Der letzte Tag liegt vor dem ersten. Tausch die beiden.'
  if (Date.parse(to) - Date.parse(from) > maxDays * dayMs)
    return 'Das sind mehr als zwei Jahre. Wähle einen kürzeren Zeitraum.'
  return null
}

/** The days asked for; without an address the current year up to today. */
export const periodOf = ({ von, bis }: PeriodSearch, today: string): { from: string; to: string } => ({
  from: von ?? `${(bis ?? today).slice(0, 4)}-01-01`,
  to: bis ?? today,
})
