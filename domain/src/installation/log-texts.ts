const tenths = (seconds: number) => seconds.toLocaleString('de-DE', { maximumFractionDigits: 1 })

/** Lines of the backend in the log. None holds what a person typed. */
export const logTexts = {
  connecting: 'Verbindung zur Datenbank …',
  opening: 'Datenbank wird geöffnet …',
  migrated: (count: number) => `Datenbank eingerichtet: ${count === 1 ? '1 Migration' : `${count} Migrationen`}.`,
  unpacked: 'Datenbank eingerichtet: fertig ausgepackt.',
  notUnpacked: (reason: string) =>
    `Die vorbereitete Datenbank lässt sich nicht auspacken (${reason}): Stattdessen wird sie durch die Migrationen neu angelegt.`,
  newerDatabase: 'Die Datenbank ist neuer als dieses Programm. Diese Version kann sie noch bedienen.',
  waitsForServer: (where: string, seconds: number) =>
    `PostgreSQL antwortet auf ${where} noch nicht: HoT wartet bis zu ${seconds} s darauf …`,
  waitsForStart: 'Ein anderer Prozess richtet die Datenbank gerade ein. Dieser wartet auf ihn.',

  crashed: (reason: string | undefined) => `Die Datenbank ist abgestürzt (${reason ?? 'ohne Angabe'})`,
  ranTooLong: (seconds: number) => `Eine Abfrage lief länger als ${seconds} s und wurde beendet`,
  backAgain: (end: string, seconds: number) => `${end}. Die Datenbank ist nach ${tenths(seconds)} s wieder da.`,
  notBackYet: (end: string, reason: string) => `${end}. Die Datenbank lässt sich noch nicht wieder öffnen: ${reason}`,
  lostFromMemory: (end: string) => `${end}. Die Datenbank war nur im Speicher und ist verloren: Bitte neu starten.`,
  logNotShortened: (reason: string) => `Die Datenbank kann ihr Protokoll nicht kürzen: ${reason}`,
  diskRefuses: (reason: string) => `Der Datenträger nimmt nichts mehr an: ${reason}`,
  replicaAnswers: 'Die Lesekopie (DATABASE_READ_URL) beantwortet, was Gäste lesen.',
  replicaSilent:
    'Die Lesekopie (DATABASE_READ_URL) ist nicht da, zu weit zurück oder keine: Gästen antwortet so lange die Datenbank selbst.',
  silentConnection: 'Eine Verbindung zur Datenbank antwortet nicht mehr. Alle unbenutzten werden neu geöffnet.',
  brokenConnection: (reason: string) => `Verbindung zur Datenbank unterbrochen: ${reason}`,
  notificationsBroken: (channel: string) => `Mitteilungen der Datenbank (${channel}): Verbindung unterbrochen.`,
  notificationsMissing: (channel: string, reason: string) =>
    `Mitteilungen der Datenbank (${channel}) bleiben aus: ${reason}`,

  answered: (request: string, status: number, reason: string) => `${request} beantwortet mit ${status}: ${reason}`,
  noDatabaseError: 'ohne Fehler der Datenbank',
  databaseBusy: 'die Datenbank ist beschäftigt',
  databaseAway: 'keine Verbindung zur Datenbank',
  databaseReopened: 'die Datenbank wird neu geöffnet',
  databaseClosed: 'die Datenbank ist geschlossen',
  databaseGone: 'die Datenbank war nur im Speicher und ist verloren',
  databaseSilent: 'der Datenbankserver antwortet nicht',
  noRoom: 'die Platte der Datenbank ist voll',
  statementEnded: 'eine Abfrage dauerte zu lange und wurde beendet',
  lockHeld: 'etwas anderes hielt zu lange besetzt, was gebraucht wurde',
  filesSilent: 'der S3-Speicher antwortet nicht',
  tooManyWait: 'zu viele warten',
  smsRefused: (status: number) => `der SMS-Dienst antwortet mit Status ${status}`,
  filesAway: (code: string | undefined) =>
    `Der S3-Speicher antwortet nicht, wie er soll (${code ?? 'keine Antwort'}): Bilder fehlen so lange.`,

  auth: (message: string) => `Anmeldung: ${message}`,
  authUnexpected: (cause: string) => `Anmeldung: unerwarteter Fehler (${cause})`,
  authByProvider: (provider: string, message: string, reason: string) =>
    `Anmeldung über ${provider}: ${message} (${reason})`,
  authTidying: (reason: string | undefined) => `Aufräumen der Anmeldungen: ${reason ?? 'unbekannter Fehler'}`,
  authLimit: (name: string, times: number, minutes: number) =>
    `Anmeldung: Die Grenze ${name} (${times} in ${minutes} Minuten) weist ab.`,
  mailNotMade: (reason: string | undefined) =>
    `Anmeldung: Eine Mail kam nicht zustande (${reason ?? 'unbekannter Fehler'}).`,
  mailNotStored: (reason: string) => `Mail ließ sich nicht ablegen: ${reason}`,
  mailFailed: (reason: string) => `Eine Mail eines Kontos kam nicht an: ${reason}`,
  mailRetried: (tries: number, reason: string) =>
    `Eine Mail eines Kontos wird noch einmal versucht (${tries}.): ${reason}`,
  mailTooOld: 'zu alt',

  realtime: (reason: string) => `Live-Aktualisierung: ${reason}`,
  realtimeOf: (table: string, reason: string) => `Live-Aktualisierung von ${table}: ${reason}`,
  realtimeBack: 'Live-Aktualisierung: Die Datenbank ist wieder da.',
  backupFailed: (reason: string) => `Die Sicherung ist gescheitert: ${reason}`,
}

/** The mailbox of an installation that sends no mails. */
export const mailboxTexts = {
  empty: 'Noch keine Mails. Sobald eine verschickt wird, steht sie hier.',
  to: (address: string) => `An ${address}`,
}
