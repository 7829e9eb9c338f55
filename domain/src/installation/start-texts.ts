/** Why the server does not start, one line each for the operator; the embedded backend's own are in English. */
const RESTORE_AS_ROWS =
  'Sichere sie mit der vorherigen Version (»npm run backup -- --portable«) und spiel diese Datei hier zurück.'
const BOOTSTRAP = 'packages/embedded/src/platform/bootstrap.sql'

export const startTexts = {
  directoryBusy: (dir: string, owner: string) =>
    `Das Datenverzeichnis ${dir} wird schon von ${owner} benutzt. Bitte erst jenen beenden.`,
  owner: (pid: number, host: string | undefined) => (host ? `Prozess ${pid} auf ${host}` : `Prozess ${pid}`),
  unknownOwner: 'einem anderen Prozess',
  diskFull: (dir: string) =>
    `Auf dem Datenträger von ${dir} ist kein Platz mehr. Bitte Platz schaffen und neu starten.`,
  notLockable: (dir: string) =>
    `Das Datenverzeichnis ${dir} lässt sich nicht sperren (lock.sqlite). Gib alles darin dem Konto, mit dem HoT läuft: sudo chown -R KONTO ${dir}`,
  notWritable: (dir: string) =>
    `Im Datenverzeichnis ${dir} darf dieses Konto nicht lesen und schreiben. Ruf HoT und seine Befehle mit dem Konto auf, dem es gehört, oder gib es diesem: sudo chown -R KONTO ${dir}`,
  readOnly: (dir: string) =>
    `Der Datenträger von ${dir} lässt sich nur lesen. Häng ihn zum Schreiben ein; tut das System es nicht, ist er vielleicht defekt (dmesg).`,
  closedFile: (file: string, dir: string) =>
    `Die Datenbank lässt sich nicht öffnen, weil dieses Konto ${file} nicht lesen und schreiben darf. Beschädigt ist sie nicht: sudo chown -R --reference=${dir} ${dir}`,
  parentMissing: (parent: string) =>
    `Das Verzeichnis ${parent} gibt es nicht. Bitte den Ort des Datenverzeichnisses prüfen.`,
  noDirectory: (dir: string) => `${dir} ist kein Verzeichnis. Bitte den Ort des Datenverzeichnisses prüfen.`,
  tooLittleRoom: (dir: string, freeMegabytes: number, neededMegabytes: number) =>
    `Zu wenig Platz für ${dir}: ${freeMegabytes} MB frei, ${neededMegabytes} MB nötig. Bitte Platz schaffen und neu starten.`,
  restoreUnfinished: (dir: string) =>
    `In ${dir} ist eine Wiederherstellung abgebrochen worden. Bitte die Sicherung noch einmal zurückspielen, mit --replace.`,
  databaseLost: (dir: string) =>
    `In ${dir} lief schon eine Installation, aber ihre Datenbank (pg/) fehlt. Bitte den Datenträger einhängen oder die Sicherung mit --replace zurückspielen; wer neu anfangen will, nimmt ein leeres Verzeichnis.`,
  otherPostgres: (dir: string, made: string, own: string) =>
    `Die Datenbank in ${dir} gehört zu PostgreSQL ${made}, dieses Programm hat ${own}. ${RESTORE_AS_ROWS}`,
  databaseDamaged: (dir: string) =>
    `Die Datenbank in ${dir} lässt sich nicht öffnen. Bitte aus der Sicherung zurückholen.`,
  secretsDamaged: (where: string) => `${where} ist beschädigt. Bitte aus der Sicherung zurückholen.`,
  nothingThere: (dir: string) => `In ${dir} ist noch nichts gelaufen.`,
  databaseUrl: 'DATABASE_URL ist keine Adresse der Form postgres://benutzer:passwort@rechner:5432/datenbank.',
  noConnection: (reason: string) => `Keine Verbindung zur Datenbank: ${reason} Bitte DATABASE_URL prüfen.`,
  noSuchHost: (host: string) => `Den Rechner ${host} gibt es nicht.`,
  hostNotResolved: (host: string) => `Der Rechner ${host} lässt sich nicht auflösen.`,
  wrongPassword: 'Benutzer oder Passwort stimmen nicht.',
  mayNotLogIn: 'Dieser Benutzer darf sich nicht anmelden.',
  noSuchDatabase: (name: string) => `Die Datenbank ${name} gibt es nicht.`,
  noAnswerFrom: (where: string) => `PostgreSQL antwortet nicht auf ${where}.`,
  tooManyConnections: (where: string) =>
    `PostgreSQL auf ${where} hat keine Verbindung mehr frei. Erhöh max_connections oder die Grenze der Rolle (alter role … connection limit), oder beende andere Programme, die es benutzen.`,
  noTls: (where: string) =>
    `PostgreSQL auf ${where} spricht kein TLS, aber sslmode in der Adresse verlangt es. Schalt es dort ein (ssl = on), oder lass sslmode im eigenen Netz weg.`,
  certificateRefused: (where: string, reason: string) =>
    `Das TLS-Zertifikat von PostgreSQL auf ${where} wird nicht anerkannt (${reason}). Nenn die Zertifizierungsstelle mit sslrootcert und den Rechner so, wie er im Zertifikat steht.`,
  oldPooler: (host: string) =>
    `Der Pooler (${host}) hält Verbindungen offen, die älter sind als die Einstellungen der Rolle. Bitte mit RECONNECT erneuern.`,
  otherEncoding: (name: string, encoding: string) =>
    `Die Datenbank ${name} speichert Zeichen in ${encoding}, nötig ist UTF8. Eine neue, noch leere: dropdb ${name}, dann legt ${BOOTSTRAP} sie richtig an (oder createdb --template=template0 --encoding=UTF8).`,
  oldPostgres: 'Es braucht PostgreSQL 15 oder neuer.',
  missingRights: `Dem Datenbank-Benutzer fehlen Rechte. Lass vorher einmal als Superuser ${BOOTSTRAP} laufen; dort steht, wie.`,
  needsNewerProgram: (least: string, own: string) =>
    `Die Datenbank ist neuer als dieses Programm: Sie braucht mindestens Version ${least}, dies ist ${own}. Bitte eine neuere starten.`,
  unknownMigration: (newest: string) =>
    `Die Datenbank ist neuer als dieses Programm (sie kennt ${newest}). Bitte die aktuelle Version starten.`,
  migrationChanged: (file: string, changed: number, known: number, last?: string) =>
    `Auf dieser Datenbank lief ${file} in anderer Fassung (${changed} von ${known} Migrationen${last ? `; zuletzt lief hier Version ${last}` : ''}). Bitte die Version starten, von der sie stammt. Oder die Daten mitnehmen: mit jener Version »npm run backup -- --portable --to umzug.tar.gz«, mit dieser »npm run restore -- umzug.tar.gz --replace«.`,
  migrationFailed: (file: string, line: number, message: string) =>
    `Die Datenbank ließ sich nicht aktualisieren (${file}, Zeile ${line}): ${message}`,
  bucketAway: (endpoint: string, code: string | undefined) =>
    `Der S3-Speicher ${endpoint} ist nicht zu erreichen (${code ?? 'keine Antwort'}).`,
  noSuchBucket: (endpoint: string, bucket: string) => `Der S3-Speicher ${endpoint} kennt keinen Bucket »${bucket}«.`,
  unknownKey: (endpoint: string) => `Der S3-Speicher ${endpoint} kennt den Schlüssel nicht.`,
  wrongSecret: (endpoint: string) => `Der S3-Speicher ${endpoint} nimmt das Geheimnis zu diesem Schlüssel nicht an.`,
  bucketDenied: (endpoint: string, bucket: string) =>
    `Der S3-Speicher ${endpoint} lässt diesen Schlüssel im Bucket »${bucket}« nicht auflisten, lesen und schreiben.`,
  otherRegion: (endpoint: string, region: string) =>
    `Der S3-Speicher ${endpoint} erwartet eine andere Region als »${region}«.`,
  otherClock: (endpoint: string) => `Der S3-Speicher ${endpoint} hat eine ganz andere Uhrzeit als dieser Rechner.`,
  bucketRefused: (endpoint: string, code: string) => `Der S3-Speicher ${endpoint} lehnt den Zugriff ab (${code}).`,
}
