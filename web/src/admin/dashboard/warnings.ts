import type { AdminFigures } from '@hot/domain/contract/admin/staff'
import { backupOldAfterDays, type InstallationState } from '@hot/domain/contract/site'
import { legalMissing } from '@hot/domain/settings/legal-fields'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { dayMonth, longDateTime } from '@hot/domain/time/german-date'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { newsPath, operationsPath, starsPath, textsPath } from '../paths.ts'

type Uncredited = Pick<AdminFigures, 'uncredited_stars' | 'uncredited_news'>

/** A screen of admins that mends it, or names what does. */
type Place = { path: string; name: string; search?: Record<string, string> }
export type InstallationWarning = { title: string; text: string; place: Place }

const texts: Place = { path: textsPath, name: 'Texte' }
const operations: Place = { path: operationsPath, name: 'Betrieb' }

const hour = 3_600_000
const day = 24 * hour
/** A backup that failed is tried again every hour; after this many there is something to fix. */
const lateHours = 6

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
      place: operations,
    }
  }
  if (at === null)
    return {
      title: 'Keine Sicherung bekannt',
      text: 'Richte eine ein und lass ihr Skript danach HOT_DATA_DIR/backup-done anfassen (docs/operations/backup.md).',
      place: operations,
    }
  const age = Math.floor((now - Date.parse(at)) / day)
  if (age <= backupOldAfterDays) return null
  return {
    title: `Die letzte Sicherung ist ${age} Tage alt`,
    text: 'Prüf, ob das Skript noch läuft.',
    place: operations,
  }
}

function copyWarning({ copy }: Pick<InstallationState, 'copy'>): InstallationWarning | null {
  if (!copy?.isMissing) return null
  return {
    title: 'Die letzte Sicherung liegt nur auf diesem Rechner',
    text: 'HoT versucht es stündlich noch einmal. Den Grund nennt das Protokoll des Servers (docs/operations/backup.md).',
    place: operations,
  }
}

function rehearsalWarning({ rehearsal }: Pick<InstallationState, 'rehearsal'>): InstallationWarning | null {
  if (rehearsal?.result !== 'failed') return null
  return {
    title: 'Die Sicherung ließ sich in der Probe nicht zurückspielen',
    text: `${rehearsal.problem ?? ''} Probier es selbst mit »npm run rehearse« (docs/operations/backup.md).`.trim(),
    place: operations,
  }
}

/** The line about the last rehearsal of a restore; null: there are none here. */
export function rehearsalLine({ rehearsal }: Pick<InstallationState, 'rehearsal'>): string | null {
  if (rehearsal === undefined) return null
  if (rehearsal === null) return 'Eine Wiederherstellung wurde hier noch nicht geprobt.'
  const { at, seconds, result, file, backupAt, problem } = rehearsal
  const when = longDateTime(at)
  if (result === 'skipped') return `Probe einer Wiederherstellung ausgelassen, ${when}: ${problem ?? ''}`
  const what = file === null ? 'eine frische Kopie' : file
  const which = backupAt ? `${what ?? 'eine Sicherung'}, Stand ${longDateTime(backupAt)}` : (what ?? null)
  const how = result === 'ok' ? 'gelungen' : 'gescheitert'
  return `Probe einer Wiederherstellung ${how}, ${when}${which ? `: ${which}` : ''} (${seconds} s).`
}

/** Pictures of the team's that do not say who made them. */
function creditWarning({ uncredited_stars: stars, uncredited_news: news }: Uncredited): InstallationWarning | null {
  const count = stars + news
  if (count === 0) return null
  return {
    title: count === 1 ? 'Bild ohne Nachweis' : `${formatCount(count)} Bilder ohne Nachweis`,
    text: `Wer ein Bild gemacht hat, muss genannt werden. Von Stars: ${formatCount(stars)}, von News: ${formatCount(news)}.`,
    place:
      stars > 0 ? { path: starsPath, name: 'Stars', search: { fehlt: 'nachweis' } } : { path: newsPath, name: 'News' },
  }
}

/** Problems for the operator to fix. `state`, `operator` or `figures` undefined: not known (yet), no warning. */
export function installationWarnings(
  state: Pick<InstallationState, 'mails' | 'backups' | 'copy' | 'rehearsal'> | undefined,
  operator: SiteOperator | undefined,
  now: number,
  figures?: Uncredited,
): InstallationWarning[] {
  // Without an answer about mails they are taken to leave: nothing is warned of that is not known.
  const missing = operator ? legalMissing(operator, state?.mails ?? true) : []
  const found: (InstallationWarning | null)[] = [
    missing.length > 0
      ? {
          title: 'Impressum und Datenschutz sind unvollständig',
          text: `Es fehlt: ${missing.join(', ')}. Auf einer öffentlichen Seite kann sich bis dahin niemand registrieren.`,
          place: texts,
        }
      : null,
    state && !state.mails
      ? {
          title: 'Es werden keine Mails verschickt',
          text: 'SMTP_URL fehlt. Bestätigungen und Einladungen landen nur im Postfach des Rechners (docs/operations/small-server.md).',
          place: operations,
        }
      : null,
    state ? backupWarning(state.backups, now) : null,
    state ? copyWarning(state) : null,
    state ? rehearsalWarning(state) : null,
    figures ? creditWarning(figures) : null,
  ]
  return found.filter((warning) => warning !== null)
}
