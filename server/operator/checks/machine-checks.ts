import { isPublicSite } from '../../settings/settings.ts'
import { type Check, isError, isWarning } from '../facts.ts'

const units = ['MB', 'GB', 'TB'] as const

/** A size for a person: `512 MB`, `1,5 GB`. */
function formatBytes(bytes: number): string {
  let size = bytes / 1024 ** 2
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size.toLocaleString('de-DE', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[unit]}`
}

/** The first Node that runs HoT's TypeScript. */
const LEAST_NODE = 24
/** As README names it for the embedded database; without it less is enough. */
const LEAST_MEMORY = { embedded: 1024 ** 3, apart: 512 * 1024 ** 2 } as const
/** Kernel and firmware keep some of what a machine of 1 GB has. */
const TOLERANCE = 0.9
const DISK_FULL = 100 * 1024 ** 2
const DISK_NEARLY_FULL = 1024 ** 3
/** Codes of second factors are good for 30 s. */
const mostApart = 20_000

const clockFinding = (apart: number, than: string) =>
  isError(
    `Die Uhr geht ${Math.round(Math.abs(apart) / 1000)} Sekunden ${apart > 0 ? 'vor' : 'nach'}, verglichen mit ${than}. Codes für den zweiten Faktor und Links aus Mails gelten dann nicht oder zu lange.`,
    'Schalt den Zeitabgleich ein, unter Debian: apt install systemd-timesyncd',
  )

/** The machine, its disk, its clock, and who may read the keys. */
export const machineChecks: readonly Check[] = [
  {
    name: 'node_old',
    look: ({ node }) =>
      node < LEAST_NODE &&
      isError(
        `Hier läuft Node ${node}, nötig ist ${LEAST_NODE}.`,
        'Starte mit npm start oder node scripts/run.js start.ts: Beide nehmen das mitgelieferte Node.',
      ),
  },
  {
    name: 'runs_as_root',
    look: ({ isRoot, settings }) =>
      isRoot &&
      settings !== undefined &&
      isPublicSite(settings) &&
      isWarning(
        'HoT läuft als root. Eine Lücke darin wäre eine in der ganzen Maschine.',
        'Leg ein eigenes Konto an, gib ihm das Datenverzeichnis und starte HoT damit (deploy/).',
      ),
  },
  {
    name: 'memory_small',
    look: ({ memoryBytes, settings }) => {
      const least = settings?.databaseUrl || settings?.supabase ? LEAST_MEMORY.apart : LEAST_MEMORY.embedded
      return (
        memoryBytes < least * TOLERANCE &&
        isWarning(
          `HoT darf hier nur ${formatBytes(memoryBytes)} Arbeitsspeicher benutzen, nötig sind ${formatBytes(least)}. Reicht er nicht, beendet das System den Prozess ohne ein Wort.`,
          'Nimm eine größere Maschine oder gib dem Container mehr; Auslagerungsspeicher (swap) hilft beim ersten Start.',
        )
      )
    },
  },
  {
    name: 'disk_full',
    look: ({ directory: { freeBytes } }) =>
      freeBytes < DISK_FULL &&
      isError(
        `Auf der Platte des Datenverzeichnisses sind nur noch ${formatBytes(freeBytes)} frei. Wenn sie voll ist, lässt sich nichts mehr schreiben.`,
        'Schaff Platz: alte Sicherungen in backups/, Protokolle, oder eine größere Platte.',
      ),
  },
  {
    name: 'disk_nearly_full',
    look: ({ directory: { freeBytes } }) =>
      freeBytes >= DISK_FULL &&
      freeBytes < DISK_NEARLY_FULL &&
      isWarning(
        `Auf der Platte des Datenverzeichnisses sind noch ${formatBytes(freeBytes)} frei. Schon die nächste Sicherung kann daran scheitern.`,
        'Schaff Platz, oder leg Sicherungen mit HOT_BACKUP_DIR auf eine andere Platte.',
      ),
  },
  {
    name: 'clock_database',
    look: ({ database }) =>
      typeof database === 'object' &&
      'engine' in database &&
      Math.abs(database.askedAt - database.at) > mostApart &&
      clockFinding(database.askedAt - database.at, 'der Datenbank'),
  },
  {
    name: 'clock_outside',
    look: ({ outside: { site } }) =>
      site?.at != null &&
      Math.abs(site.askedAt - site.at) > mostApart &&
      clockFinding(site.askedAt - site.at, 'dem Proxy'),
  },
  {
    name: 'site_unreachable',
    look: ({ outside: { site } }) => Boolean(site?.problem) && isError(site?.problem ?? '', site?.remedy ?? ''),
  },
  {
    name: 'files_readable',
    look: ({ directory: { readable } }) =>
      readable.length > 0 &&
      isError(
        `Andere Konten dieser Maschine können lesen: ${readable.join(', ')}. Darin stehen Schlüssel und Daten aller Mitglieder.`,
        `Nimm ihnen das Recht: chmod go-rwx ${readable.join(' ')}`,
      ),
  },
  {
    name: 'env_file_readable',
    look: ({ isEnvFileReadable }) =>
      isEnvFileReadable &&
      isWarning('Die Datei .env mit deinen Passwörtern können andere Konten lesen.', 'Schließ sie: chmod 600 .env'),
  },
  {
    name: 'directory_of_others',
    look: ({ directory: { exists, belongsToUs } }) =>
      exists &&
      !belongsToUs &&
      isWarning(
        'Das Datenverzeichnis gehört einem anderen Konto als dem, mit dem dieser Befehl läuft.',
        'Ruf HoT und seine Befehle immer mit demselben Konto auf, oder gib ihm das Verzeichnis: chown -R KONTO VERZEICHNIS',
      ),
  },
  {
    name: 'keys_damaged',
    look: ({ directory: { keys } }) =>
      keys === 'damaged' &&
      isError(
        'secrets.json im Datenverzeichnis fehlt oder ist beschädigt. Ohne die Schlüssel sind alle abgemeldet und Links aus Mails ungültig.',
        'Hol die Datei aus der letzten Sicherung: npm run restore -- DATEI --replace',
      ),
  },
  {
    name: 'keys_weak',
    look: ({ directory: { keys } }) =>
      keys === 'weak' &&
      isError(
        'Ein Schlüssel in secrets.json ist so kurz, dass er sich erraten lässt.',
        'Lass alle neu machen, bei beendetem Server: npm run admin -- rotate-keys --revoke',
      ),
  },
]
