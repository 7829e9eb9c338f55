/** Lines of the log for the operator. None holds what a person typed. */
export const log = {
  connecting: 'Connecting to the database …',
  opening: 'Opening the database …',
  migrated: (count: number) => `Database migrated: ${count === 1 ? '1 migration' : `${count} migrations`}.`,
  unpacked: 'Database set up: unpacked.',
  notUnpacked: (reason: string) =>
    `The prepared database cannot be unpacked (${reason}): the migrations make a new one instead.`,
  newerDatabase: 'The database is newer than this program. This version can still serve it.',
  waitsForServer: (where: string, seconds: number) =>
    `PostgreSQL does not answer at ${where} yet: waiting for it for up to ${seconds} s …`,
  waitsForStart: 'Another process is setting the database up. This one waits for it.',

  crashed: (reason: string | undefined) => `The database crashed (${reason ?? 'no reason given'})`,
  ranTooLong: (seconds: number) => `A statement took longer than ${seconds} s and was ended`,
  backAgain: (end: string, seconds: number) => `${end}. The database is back after ${seconds} s.`,
  notBackYet: (end: string, reason: string) => `${end}. The database cannot be opened again yet: ${reason}`,
  lostFromMemory: (end: string) => `${end}. The database was in memory only and is lost: start again.`,
  logNotShortened: (reason: string) => `The database cannot shorten its log: ${reason}`,
  diskRefuses: (reason: string) => `The disk accepts nothing more: ${reason}`,
  replicaAnswers: 'The replica answers guests.',
  replicaSilent: 'The replica is away, too far behind or none: guests are answered by the database itself.',
  silentConnection: 'A connection to the database has stopped answering. All idle ones are opened anew.',
  brokenConnection: (reason: string) => `Connection to the database broken: ${reason}`,
  notificationsBroken: (channel: string) => `Notifications of the database (${channel}): connection broken.`,
  notificationsMissing: (channel: string, reason: string) =>
    `Notifications of the database (${channel}) stay away: ${reason}`,

  answered: (request: string, status: number, reason: string) => `${request} answered with ${status}: ${reason}`,
  noDatabaseError: 'no error of the database',
  databaseBusy: 'the database is busy',
  databaseAway: 'no connection to the database',
  databaseReopened: 'the database is being opened anew',
  databaseClosed: 'the database is closed',
  databaseGone: 'the database was in memory only and is lost',
  databaseSilent: 'the server of the database does not answer',
  noRoom: 'the disk of the database is full',
  statementEnded: 'a statement took too long and was ended',
  lockHeld: 'something else held what it needed for too long',
  filesSilent: 'the store of files does not answer',
  tooManyWait: 'too many wait for their turn',
  smsRefused: (status: number) => `the SMS service answered with status ${status}`,
  filesAway: (code: string | undefined) =>
    `The S3 store does not answer as it should (${code ?? 'no answer'}): files are missing meanwhile.`,

  auth: (message: string) => `Auth: ${message}`,
  authUnexpected: (cause: string) => `Auth: unexpected error (${cause})`,
  authByProvider: (provider: string, message: string, reason: string) => `Auth by ${provider}: ${message} (${reason})`,
  authTidying: (reason: string | undefined) => `Tidying up auth: ${reason ?? 'unknown error'}`,
  authLimit: (name: string, times: number, minutes: number) =>
    `Auth: the limit ${name} (${times} in ${minutes} minutes) refuses.`,
  mailNotMade: (reason: string | undefined) => `Auth: a mail was not made (${reason ?? 'unknown error'}).`,
  mailNotStored: (reason: string) => `A mail could not be stored: ${reason}`,
  mailFailed: (reason: string) => `A mail of an account did not arrive: ${reason}`,
  mailRetried: (tries: number, reason: string) => `A mail of an account is tried again (try ${tries}): ${reason}`,
  mailTooOld: 'too old',

  realtime: (reason: string) => `Realtime: ${reason}`,
  realtimeOf: (table: string, reason: string) => `Realtime of ${table}: ${reason}`,
  realtimeBack: 'Realtime: the database is back.',
  backupFailed: (reason: string) => `The backup failed: ${reason}`,
}
