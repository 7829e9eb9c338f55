import { backupOldAfterDays } from '@hot/domain/contract/site'
import { isPublicSite, type Settings } from '../../settings/settings.ts'
import { type BackupFacts, type Check, isError, isWarning } from '../facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** One that failed is tried again every hour. */
const lateHours = 6
const tryEveryDays = 90

/** Only what others use needs more than a backup at all; a Supabase project makes its own. */
const ofPublic = (
  name: string,
  look: (backups: BackupFacts, settings: Settings, now: number) => ReturnType<Check['look']>,
): Check => ({
  name,
  look: ({ backups, settings, now }) =>
    settings && !settings.supabase && isPublicSite(settings) && look(backups, settings, now),
})

const isOff = ({ lastAt }: BackupFacts, { backup }: Settings) => backup.everyHours === 0 && lastAt === null

/** Whether what is lost here can be had again. */
export const backupChecks: readonly Check[] = [
  ofPublic(
    'backup_off',
    (backups, settings) =>
      isOff(backups, settings) &&
      isError(
        'Es gibt keine Sicherungen: HOT_BACKUP_EVERY ist 0, und von einer eigenen ist nichts bekannt.',
        'Setz HOT_BACKUP_EVERY=24, oder lass dein eigenes Skript danach HOT_DATA_DIR/backup-done anfassen (docs/operations/backup.md).',
      ),
  ),
  ofPublic('backup_old', (backups, { backup }, now) => {
    if (backup.everyHours === 0) {
      const days = backups.lastAt === null ? 0 : Math.floor((now - backups.lastAt) / DAY)
      return (
        days > backupOldAfterDays &&
        isError(`Die letzte Sicherung ist ${days} Tage alt.`, 'Prüf, ob dein Skript noch läuft.')
      )
    }
    const hours = Math.floor((now - backups.since) / HOUR)
    return (
      hours > backup.everyHours + lateHours &&
      isError(
        `Seit ${hours} Stunden ist keine Sicherung gelungen, vorgesehen ist eine alle ${backup.everyHours}.`,
        'Den Grund nennt das Protokoll; von Hand: npm run backup',
      )
    )
  }),
  {
    name: 'backup_folder',
    look: ({ backups, settings }) =>
      !backups.isFolderFine &&
      isError(
        `In den Ordner für Sicherungen lässt sich nicht schreiben${settings?.backup.dir ? ` (HOT_BACKUP_DIR=${settings.backup.dir})` : ''}.`,
        'Leg ihn an und gib ihn dem Konto, mit dem HoT läuft.',
      ),
  },
  ofPublic(
    'backup_here',
    (backups, settings) =>
      !isOff(backups, settings) &&
      backups.isOnSameDisk &&
      !backups.isElsewhere &&
      isWarning(
        'Die Sicherungen liegen auf derselben Platte wie die Daten. Geht sie kaputt, ist beides weg.',
        'Bring sie auf eine andere Maschine; wie, steht in docs/operations/backup.md.',
      ),
  ),
  ofPublic(
    'backup_plain',
    (backups, settings) =>
      !isOff(backups, settings) &&
      settings.backup.recipients.length === 0 &&
      isWarning(
        'Sicherungen sind nicht verschlüsselt. Wer eine Datei hat, hat alle Daten und Schlüssel.',
        'Mach mit age-keygen ein Schlüsselpaar auf deinem Rechner und setz HOT_BACKUP_RECIPIENT auf den öffentlichen (age1…).',
      ),
  ),
  {
    name: 'backup_recipients',
    look: ({ backups }) =>
      backups.areRecipientsFine === false &&
      isError(
        'In HOT_BACKUP_RECIPIENT ist ein Schlüssel vertippt: Jede Sicherung scheitert daran.',
        'Kopier den öffentlichen Schlüssel noch einmal aus der Datei von age-keygen (age1…).',
      ),
  },
  {
    name: 'backup_hook',
    look: ({ backups, settings }) =>
      backups.isHookFine === false &&
      isError(
        `HOT_BACKUP_HOOK=${settings?.backup.away.hook} gibt es nicht, oder das Konto, mit dem HoT läuft, darf es nicht ausführen: Keine Sicherung kommt von dieser Maschine weg.`,
        'Prüf den Pfad, und mach das Skript ausführbar: chmod 755',
      ),
  },
  {
    name: 'backup_copies',
    look: ({ outside: { copies } }) => Boolean(copies?.problem) && isError(copies?.problem ?? '', copies?.remedy ?? ''),
  },
  ofPublic(
    'restore_untried',
    (backups, _settings, now) =>
      backups.lastAt !== null &&
      now - (backups.triedAt ?? backups.beganAt) > tryEveryDays * DAY &&
      isWarning(
        backups.triedAt === null
          ? 'Noch nie wurde eine Sicherung probeweise zurückgespielt.'
          : `Zuletzt wurde vor ${Math.floor((now - backups.triedAt) / DAY)} Tagen eine Sicherung probeweise zurückgespielt.`,
        'Mit HOT_BACKUP_REHEARSE=30 tut HoT das jeden Monat von selbst; jetzt gleich: npm run rehearse',
      ),
  ),
]
