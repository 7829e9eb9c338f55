import { isPublicSite } from '../../settings/settings.ts'
import { type Check, isError, isWarning, type Obstacle } from '../facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Let's Encrypt renews thirty days before the end. */
const LEAST_OF_CERTIFICATE = 14 * DAY
/** Certificates of hours or of a week are renewed at a third of their life: half of that is late. */
const leastOf = (lifetime: number) => Math.min(LEAST_OF_CERTIFICATE, lifetime / 6)

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

const PLACE = 'oder berichtige HOT_DATA_DIR'

/** Without the data directory nothing works. */
function unusable(obstacle: Obstacle, dir: string) {
  switch (obstacle) {
    case 'closed':
      return isError(
        `Das Konto, mit dem dieser Befehl läuft, darf im Datenverzeichnis ${dir} nicht lesen und schreiben.`,
        `Ruf HoT und seine Befehle mit dem Konto auf, dem es gehört (der Dienst: »sudo hot …«), oder gib es diesem: sudo chown -R KONTO ${dir}`,
      )
    case 'parent_missing':
      return isError(
        `Das Datenverzeichnis ${dir} lässt sich nicht anlegen: Den Ordner darüber gibt es nicht.`,
        `Häng den Datenträger ein, leg den Ordner an, ${PLACE}.`,
      )
    case 'no_folder':
      return isError(`Wo das Datenverzeichnis ${dir} sein müsste, steht eine Datei.`, `Räum sie beiseite, ${PLACE}.`)
    case 'read_only':
      return isError(
        `Der Datenträger des Datenverzeichnisses ${dir} lässt sich nur lesen.`,
        'Häng ihn zum Schreiben ein; hat ihn das System selbst umgestellt, ist er vielleicht defekt (dmesg). Ein Dienst von systemd braucht ReadWritePaths=.',
      )
  }
}

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
    name: 'certificate_ends',
    look: ({ now, settings, outside: { site } }) => {
      if (!site?.certificate) return undefined
      const { from, until } = site.certificate
      const days = Math.floor((until - now) / DAY)
      return (
        until - now < leastOf(until - from) &&
        isWarning(
          `Das TLS-Zertifikat von ${settings?.siteUrl} gilt nur noch ${days > 0 ? `${days} Tage` : `${Math.floor((until - now) / HOUR)} Stunden`}.`,
          'Die Erneuerung hat nicht geklappt. certbot: certbot renew, dann systemctl reload nginx; Caddy: journalctl -u caddy nennt den Grund.',
        )
      )
    },
  },
  {
    name: 'proxy_untold',
    look: ({ outside: { site } }) =>
      site?.isToldHttps === false &&
      isError(
        'HoT erfährt von seinem Proxy nicht, dass Besucher mit https kommen.',
        'Der Proxy muss X-Forwarded-Proto und X-Forwarded-For setzen (Vorlagen in deploy/), und seine Adresse gehört in TRUSTED_PROXIES.',
      ),
  },
  {
    name: 'proxy_unnamed',
    look: ({ outside: { site } }) =>
      site?.isToldVisitor === false &&
      isError(
        'HoT erfährt von seinem Proxy nicht, wer fragt: Alle Besucher teilen sich eine Grenze, und wer sie ausschöpft, sperrt alle aus.',
        'Der Proxy muss X-Forwarded-For setzen, in nginx: proxy_set_header X-Forwarded-For $remote_addr; (Vorlagen in deploy/)',
      ),
  },
  {
    name: 'proxy_sockets',
    look: ({ outside: { site } }) =>
      site?.takesSockets === false &&
      isError(
        'Der Proxy verschluckt WebSockets: Neue Kommentare, Stimmen und Benachrichtigungen erscheinen erst nach dem Neuladen.',
        'In nginx gehören in den Block mit proxy_pass: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade; (mit dem map aus deploy/nginx.conf)',
      ),
  },
  {
    name: 'proxy_small_bodies',
    look: ({ outside: { site } }) =>
      site?.refusesBytes !== undefined &&
      isError(
        `Der Proxy weist Uploads von ${formatBytes(site.refusesBytes)} ab, bevor HoT sie sieht. Bilder lassen sich so nicht hochladen.`,
        'In nginx: client_max_body_size 12m; (Vorlagen in deploy/)',
      ),
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
    name: 'settings_file_readable',
    look: ({ openSettings }) =>
      openSettings !== undefined &&
      isWarning(
        `Die Datei ${openSettings} mit deinen Passwörtern kann jedes Konto dieses Rechners lesen.`,
        `Schließ sie: sudo chgrp hot ${openSettings} && sudo chmod 640 ${openSettings}`,
      ),
  },
  {
    name: 'authority_unread',
    look: ({ env, isAuthorityRead }) =>
      isAuthorityRead === false &&
      isError(
        `NODE_EXTRA_CA_CERTS=${env.NODE_EXTRA_CA_CERTS} lässt sich nicht lesen oder ist kein Zertifikat in PEM: Was diese Stelle ausgestellt hat, wird nicht anerkannt.`,
        'Prüf den Pfad, und gib dem Konto, mit dem HoT läuft, die Datei und ihren Ordner zum Lesen: chgrp hot, chmod 640',
      ),
  },
  {
    name: 'directory_unusable',
    // Of a Supabase project nothing lies in it.
    look: ({ directory: { path, obstacle }, settings }) => obstacle && !settings?.supabase && unusable(obstacle, path),
  },
  {
    name: 'directory_of_others',
    look: ({ directory: { exists, belongsToUs, obstacle } }) =>
      exists &&
      !belongsToUs &&
      !obstacle &&
      isWarning(
        'Das Datenverzeichnis gehört einem anderen Konto als dem, mit dem dieser Befehl läuft.',
        'Ruf HoT und seine Befehle immer mit demselben Konto auf, oder gib ihm das Verzeichnis: chown -R KONTO VERZEICHNIS',
      ),
  },
  {
    name: 'files_of_others',
    look: ({ directory: { foreign, belongsToUs, obstacle } }) =>
      belongsToUs &&
      !obstacle &&
      foreign.length > 0 &&
      isError(
        `Im Datenverzeichnis gehört nicht alles dem Konto von HoT: ${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ` und ${foreign.length - 3} weitere` : ''}. Hochladen oder Sichern kann daran scheitern.`,
        'Meist lief ein Befehl als root. Gib alles zurück: chown -R --reference=VERZEICHNIS VERZEICHNIS, und ruf Befehle mit »sudo hot« auf.',
      ),
  },
  {
    name: 'keys_damaged',
    look: ({ directory: { keys, obstacle } }) =>
      keys === 'damaged' &&
      !obstacle &&
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
