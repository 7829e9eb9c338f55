import { backupOldAfterDays, type InstallationState } from '@hot/domain/contract/site'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { dayMonth } from '@hot/domain/time/german-date'
import { missingFields, type RequiredField, requiredFields } from '#web/lib/api/config/operator-fields.ts'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'

export type InstallationWarning = { title: string; text: string }

const hour = 3_600_000
const day = 24 * hour
/** A backup that failed is tried again every hour; after this many there is something to fix. */
const lateHours = 6
const legalFields = Object.keys(requiredFields) as RequiredField[]

/** Whether the server's own backups are so late that the last ones must have failed. */
const isOverdue = (since: string, everyHours: number, now: number) =>
  now - Date.parse(since) > (everyHours + lateHours) * hour

function backupWarning(backups: InstallationState['backups'], now: number): InstallationWarning | null {
  const { by, at } = backups
  if (by === 'supabase') return null
  if (by === 'server') {
    if (!isOverdue(backups.since, backups.everyHours, now)) return null
    return {
      title:
        at === null
          ? 'Die erste Sicherung ist ausgeblieben'
          : `Die letzte Sicherung ist vom ${dayMonth(berlinDay(at))}`,
      text: `HoT sichert alle ${backups.everyHours} Stunden von selbst, aber das klappt gerade nicht. Den Grund nennt das Protokoll des Servers (docs/operations/backup.md).`,
    }
  }
  if (at === null)
    return {
      title: 'Keine Sicherung bekannt',
      text: 'Richte eine ein und lass ihr Skript danach HOT_DATA_DIR/backup-done anfassen (docs/operations/backup.md).',
    }
  const age = Math.floor((now - Date.parse(at)) / day)
  if (age <= backupOldAfterDays) return null
  return { title: `Die letzte Sicherung ist ${age} Tage alt`, text: 'Prüf, ob das Skript noch läuft.' }
}

/** Problems for the operator to fix. `state` or `operator` undefined: not known (yet), no warning. */
export function installationWarnings(
  state: Pick<InstallationState, 'mails' | 'backups'> | undefined,
  operator: SiteOperator | undefined,
  now: number,
): InstallationWarning[] {
  const missing = operator ? missingFields(operator, legalFields) : []
  const found: (InstallationWarning | null)[] = [
    missing.length > 0
      ? {
          title: 'Impressum und Datenschutz sind unvollständig',
          text: `Es fehlt: ${missing.join(', ')}. Trag es unter „Texte“ nach.`,
        }
      : null,
    state && !state.mails
      ? {
          title: 'Es werden keine Mails verschickt',
          text: 'SMTP_URL fehlt. Bestätigungen und Einladungen landen nur im Postfach des Rechners.',
        }
      : null,
    state ? backupWarning(state.backups, now) : null,
  ]
  return found.filter((warning) => warning !== null)
}
