/** What `npm run backup` and `npm run restore` answer, and why they fail. */
const AS_ROWS =
  'Sichere sie mit der vorherigen Version (»npm run backup -- --portable«) und spiel diese Datei hier zurück.'

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toLocaleString('de-DE', { maximumFractionDigits: 1 })

export const backupTexts = {
  done: (target: string, bytes: number, state: string) => `Gesichert: ${target} (${megabytes(bytes)} MB). ${state}`,
  databaseInUse: 'Die Datenbank war dabei in Betrieb.',
  serverRan: (heldMs: number) => `Der Server lief weiter; die Datenbank hat ${heldMs} ms gewartet.`,
  serverStopped: 'Der Server lief nicht.',
  rotated: (count: number) => `${count} ältere Sicherungen gelöscht.`,
  keepPlain:
    'Die Datei enthält Schlüssel und alles, was Mitglieder gelöscht haben: Bewahr sie verschlossen und nicht auf dieser Maschine auf.',
  keepEncrypted:
    'Die Datei ist verschlüsselt: Ohne deinen geheimen Schlüssel lässt sie sich nicht zurückspielen. Bewahr sie nicht auf dieser Maschine auf.',
  restored: (at: Date) => `Zurückgespielt: der Stand vom ${at.toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })}.`,
  opens: (missing: number) =>
    missing > 0
      ? `Diese Version kann ihn öffnen. Der nächste Start bringt die Datenbank auf ihren Stand (Migrationen: ${missing}).`
      : 'Diese Version kann ihn öffnen.',
  setAside: (name: string) => `Was vorher da war, liegt unter ${name}. Lösch es, wenn alles stimmt.`,

  bucketSilent: (endpoint: string) => `Der Speicher für Sicherungen unter ${endpoint} antwortet nicht.`,
  sentDiffers: (bucket: string, name: string) =>
    `Im Bucket ${bucket} liegt ${name} nicht in voller Länge. Bitte noch einmal senden: npm run backup -- --send`,
  folderMissing: (dir: string) => `Den Ordner ${dir} gibt es nicht.`,
  noFolderNorFile: (given: string, ending: string) =>
    `Den Ordner ${given} gibt es nicht. Der Name einer Datei endet auf ${ending}.`,
  targetExists: (target: string) => `${target} gibt es schon und wird nicht überschrieben.`,
  directoryMissing: (dir: string) =>
    `Das Verzeichnis ${dir} gibt es nicht. Bitte den Ort des Datenverzeichnisses prüfen.`,
  nothingToBackUp: (dir: string) =>
    `In ${dir} gibt es noch nichts zu sichern. Bitte den Ort des Datenverzeichnisses prüfen.`,
  nothingInDatabase: 'In dieser Datenbank gibt es noch nichts zu sichern. Bitte DATABASE_URL prüfen.',
  otherOwner: (dir: string) =>
    `Das Verzeichnis ${dir} gehört einem anderen Benutzer. Bitte den Befehl als dieser ausführen.`,
  tooLittleRoom: (dir: string, freeMegabytes: number, neededMegabytes: number) =>
    `Zu wenig Platz in ${dir}: ${freeMegabytes} MB frei, ${neededMegabytes} MB nötig.`,
  runsAlready: 'Es läuft schon eine Sicherung. Bitte warten, bis sie fertig ist.',
  rehearsesAlready: 'Es läuft schon eine Probe. Bitte warten, bis sie fertig ist.',
  serverMakesNone: (dir: string) =>
    `Der Prozess, der ${dir} benutzt, macht keine Sicherung. Ist es ein Import, dann bitte warten, bis er fertig ist.`,
  copyUnfinished: 'Der Server hat die Kopie der Datenbank nicht fertiggestellt.',
  copyFailed: 'Der Server konnte die Datenbank nicht kopieren.',
  portableOfServer:
    'Die Sicherung einer PostgreSQL-Datenbank lässt sich ohnehin in jede neuere zurückspielen: Bitte ohne --portable.',
  hostedBacksUp: 'Ein Supabase-Projekt sichert sich selbst: Dashboard → Database → Backups.',
  hostedRestores: 'In ein Supabase-Projekt wird mit dessen eigenen Mitteln zurückgespielt.',
  programMissing: (program: string) =>
    `${program} fehlt auf dieser Maschine. Bitte die Client-Programme von PostgreSQL installieren (Debian: postgresql-client).`,
  programTooOld: (program: string, own: number, needed: number) =>
    `${program} ist Version ${own}, die Datenbank Version ${needed}. Bitte postgresql-client-${needed} installieren.`,
  programFailed: (program: string, line: string | undefined) => `${program} ist gescheitert: ${line ?? ''}`,

  fileMissing: (file: string) => `Die Datei ${file} gibt es nicht.`,
  noBackup: (file: string) =>
    `${file} ist keine Sicherung dieses Programms, oder sie ist beschädigt oder unvollständig.`,
  noManifest: (file: string) => `${file} ist keine Sicherung dieses Programms: Ihr fehlt das Verzeichnis.`,
  manifestUnreadable: 'Das ist keine Sicherung dieses Programms: Ihr Verzeichnis ist nicht lesbar.',
  manifestDamaged: 'Das ist keine Sicherung dieses Programms: Ihr Verzeichnis ist beschädigt.',
  newerFormat:
    'Die Sicherung stammt von einer neueren Version dieses Programms. Bitte erst das Programm aktualisieren.',
  entryDiffers: (name: string) =>
    `Die Sicherung ist beschädigt: ${JSON.stringify(name)} ist nicht, was gesichert wurde.`,
  noFile: (name: string) => `${name} ist keine Datei und lässt sich nicht sichern.`,
  writtenDiffers: 'Die Sicherung ließ sich nicht zurücklesen: Auf der Platte steht etwas anderes als geschrieben.',
  recipientInvalid: 'Ein Empfänger der Sicherung ist kein öffentlicher Schlüssel von age (age1…).',
  identityMissing: (file: string) => `Die Schlüsseldatei ${file} gibt es nicht.`,
  identityInvalid: (file: string) => `${file} ist keine Schlüsseldatei, wie age-keygen sie schreibt.`,
  identityEmpty: 'Die Schlüsseldatei enthält keinen Schlüssel von age.',
  encrypted: 'Die Sicherung ist verschlüsselt. Bitte mit --identity DATEI den Schlüssel dazu nennen.',
  wrongIdentity: 'Dieser Schlüssel öffnet die Sicherung nicht: Sie ist für einen anderen verschlüsselt.',
  damaged: (file: string) => `${file} ist beschädigt oder unvollständig.`,

  placeUsed: (dir: string) => `In ${dir} liegt schon etwas. Mit --replace wird es beiseitegelegt.`,
  databaseUsed: 'In der Datenbank liegt schon etwas. Mit --replace wird sie beiseitegelegt.',
  databaseBusy: 'Die Datenbank ist in Benutzung. Bitte erst alle Server beenden, die auf ihr laufen.',
  mayNotCreate: 'Der Datenbank-Benutzer darf keine Datenbank anlegen: Bitte CREATEDB geben.',
  needsServer: 'Das ist die Sicherung einer PostgreSQL-Datenbank. Bitte DATABASE_URL setzen.',
  otherPostgres: (made: string, own: string) =>
    `Diese Sicherung enthält die Dateien von PostgreSQL ${made}, dieses Programm hat ${own}. ${AS_ROWS}`,
  databaseDamaged: 'Die Datenbank in der Sicherung lässt sich mit diesem Programm nicht öffnen.',
  notOpenable: (reason: string) => `Diese Sicherung kann dieses Programm nicht öffnen. ${reason}`,
  tableDiffers: (name: string) => `Nach dem Zurückspielen ist ${name} nicht, was gesichert wurde.`,
  missingRights:
    'Dem Datenbank-Benutzer fehlen Rechte für den Umzug. Lass einmal als Superuser packages/embedded/src/platform/bootstrap.sql laufen; dort steht, wie.',
}
