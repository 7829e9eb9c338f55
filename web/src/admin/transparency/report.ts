import type { AdminTransparency } from '@hot/domain/contract/admin/staff'
import { reportReasonTexts } from '@hot/domain/moderation/report-rules'
import { patternParam } from '@hot/domain/url/search-param'

type PeriodSearch = { von?: string | undefined; bis?: string | undefined }

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

/** Why a period is invalid, in German; null if it is valid. At most two years, as in the database. */
export function periodProblem({ from, to }: { from: string; to: string }): string | null {
  if (!from || !to) return 'Gib beide Tage an.'
  if (to < from) return 'Der letzte Tag liegt vor dem ersten. Tausch die beiden.'
  if (Date.parse(to) - Date.parse(from) > maxDays * dayMs)
    return 'Das sind mehr als zwei Jahre. Wähle einen kürzeren Zeitraum.'
  return null
}

/** The requested days; by default the current year up to today. */
export const periodOf = ({ von, bis }: PeriodSearch, today: string): { from: string; to: string } => ({
  from: von ?? `${(bis ?? today).slice(0, 4)}-01-01`,
  to: bis ?? today,
})

type ReportRow = { name: string; value: number | string | null }
export type ReportPart = { title: string; rows: ReportRow[] }

const kindNames: Readonly<Record<string, string>> = {
  approved: 'freigegeben',
  rejected: 'abgelehnt',
  ignored: 'Meldung verworfen',
  deleted: 'gelöscht',
  edited: 'geändert',
  warned: 'verwarnt',
  banned: 'gesperrt',
  unbanned: 'Sperre aufgehoben',
  restored: 'wiederhergestellt',
  account_deleted: 'endgültig gelöscht',
}
const targets = { post: 'Beitrag', comment: 'Kommentar', profile: 'Account' } as const

/** `2 Std. 14 Min.`, `3 Tage 1 Std.`; null if nothing was measured. */
export function durationText(seconds: number | null): string | null {
  if (seconds === null) return null
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'unter 1 Min.'
  if (minutes < 60) return `${minutes} Min.`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} Std. ${minutes % 60} Min.`
  const days = Math.floor(hours / 24)
  return `${days} ${days === 1 ? 'Tag' : 'Tage'} ${hours % 24} Std.`
}

/** The report as named rows, for the page and the file. */
export function reportParts({ notices, decisions, posts, appeals }: AdminTransparency): ReportPart[] {
  return [
    {
      title: 'Meldungen',
      rows: [
        { name: 'eingegangen', value: notices.total },
        { name: 'zu Beiträgen', value: notices.on_posts },
        { name: 'zu Kommentaren', value: notices.on_comments },
        { name: 'zu Profilen', value: notices.on_profiles },
        { name: 'von Gästen', value: notices.by_guests },
        { name: 'führten zu einer Maßnahme', value: notices.acted_on },
        { name: 'verworfen', value: notices.dismissed },
        { name: 'noch offen', value: notices.open },
        { name: 'Zeit bis zur Entscheidung (Median)', value: durationText(notices.median_seconds) },
      ],
    },
    {
      title: 'Meldungen nach Grund',
      rows: notices.by_reason.flatMap(({ reason, total, acted_on }) => [
        { name: reportReasonTexts[reason], value: total },
        { name: `${reportReasonTexts[reason]}, mit Maßnahme`, value: acted_on },
      ]),
    },
    {
      title: 'Entscheidungen von Menschen',
      rows: [
        ...decisions.by_kind.map(({ kind, target_type, total }) => ({
          name: `${targets[target_type]}: ${target_type === 'profile' && kind === 'deleted' ? 'Profil zurückgesetzt' : (kindNames[kind] ?? kind)}`,
          value: total,
        })),
        { name: 'davon Sperren auf Dauer', value: decisions.bans_for_good },
      ],
    },
    {
      title: 'Einschränkungen nach Grund',
      rows: decisions.by_ground.map(({ reason, total }) => ({
        name: reason ? reportReasonTexts[reason] : 'ohne Meldung',
        value: total,
      })),
    },
    {
      title: 'Beiträge vor der Veröffentlichung',
      rows: [
        { name: 'von Menschen geprüft', value: posts.total },
        { name: 'automatisch veröffentlicht', value: decisions.published_automatically },
        { name: 'Zeit bis zur Prüfung (Median)', value: durationText(posts.median_seconds) },
      ],
    },
    {
      title: 'Einsprüche',
      rows: [
        { name: 'eingegangen', value: appeals.total },
        { name: 'Entscheidung aufgehoben', value: appeals.overturned },
        { name: 'Entscheidung bestätigt', value: appeals.upheld },
        { name: 'noch offen', value: appeals.open },
        { name: 'Zeit bis zur Antwort (Median)', value: durationText(appeals.median_seconds) },
      ],
    },
  ]
}

/** Rows of the CSV file: part, name, value. */
export function reportTable(report: AdminTransparency): (string | number | null)[][] {
  return [
    ['Bereich', 'Angabe', 'Wert'],
    ['Zeitraum', 'von', report.from],
    ['Zeitraum', 'bis', report.to],
    ...reportParts(report).flatMap(({ title, rows }) => rows.map(({ name, value }) => [title, name, value])),
  ]
}
