/** What keeps a backend from starting, each as one line for the operator: the message of a `StartError`. */
export const start = {
  directoryBusy: (dir: string, owner: string) => `The data directory ${dir} is in use by ${owner}. End that one first.`,
  owner: (pid: number, host: string | undefined) => (host ? `process ${pid} on ${host}` : `process ${pid}`),
  unknownOwner: 'another process',
  diskFull: (dir: string) => `The disk of ${dir} is full. Make room and start again.`,
  notLockable: (dir: string) => `The data directory ${dir} cannot be locked. May this program write there?`,
  notWritable: (dir: string) =>
    `This account may not read and write in the data directory ${dir}. Use the one that owns it, or give it to this one.`,
  readOnly: (dir: string) => `The disk of ${dir} is mounted read-only. Mount it for writing.`,
  closedFile: (file: string, dir: string) =>
    `The database cannot be opened because this account may not read and write ${file}. It is not damaged: chown -R --reference=${dir} ${dir}`,
  parentMissing: (parent: string) => `There is no directory ${parent}. Check the place of the data directory.`,
  noDirectory: (dir: string) => `${dir} is no directory. Check the place of the data directory.`,
  tooLittleRoom: (dir: string, freeMegabytes: number, neededMegabytes: number) =>
    `Too little room for ${dir}: ${freeMegabytes} MB are free, ${neededMegabytes} MB are needed. Make room and start again.`,
  restoreUnfinished: (dir: string) =>
    `A restore into ${dir} was interrupted. Restore the backup once more, in place of what is there.`,
  databaseLost: (dir: string) =>
    `There was an installation in ${dir}, but its database (pg/) is missing. Mount the disk, or restore the backup in place of what is there; to begin anew, take an empty directory.`,
  otherPostgres: (dir: string, made: string, own: string) =>
    `The database in ${dir} is of PostgreSQL ${made}, this program has ${own}. Make a portable backup with the former version and restore that.`,
  databaseDamaged: (dir: string) => `The database in ${dir} cannot be opened. Restore it from the backup.`,
  secretsDamaged: (where: string) => `${where} is damaged. Restore it from the backup.`,
  nothingThere: (dir: string) => `Nothing has run in ${dir} yet.`,
  databaseUrl: 'databaseUrl is no address of the form postgres://user:password@host:5432/database.',
  noConnection: (reason: string) => `No connection to the database: ${reason} Check databaseUrl.`,
  noSuchHost: (host: string) => `There is no host ${host}.`,
  hostNotResolved: (host: string) => `The host ${host} cannot be resolved.`,
  wrongPassword: 'User or password are wrong.',
  mayNotLogIn: 'This user may not log in.',
  noSuchDatabase: (name: string) => `There is no database ${name}.`,
  noAnswerFrom: (where: string) => `PostgreSQL does not answer at ${where}.`,
  tooManyConnections: (where: string) =>
    `PostgreSQL at ${where} answers that all its connections are taken. Raise max_connections or the connection limit of the role, or end other programs that use it.`,
  noTls: (where: string) =>
    `PostgreSQL at ${where} speaks no TLS, and sslmode in the address asks for it. Switch it on there (ssl = on), or leave sslmode out in your own network.`,
  certificateRefused: (where: string, reason: string) =>
    `The TLS certificate of PostgreSQL at ${where} is not accepted (${reason}). Give its authority by sslrootcert, and the name that it is made out to.`,
  oldPooler: (host: string) =>
    `The pooler (${host}) keeps connections open that are older than the settings of the role. Renew them with RECONNECT.`,
  otherEncoding: (name: string, encoding: string) =>
    `The database ${name} is encoded in ${encoding}, and has to be in UTF8: createdb --template=template0 --encoding=UTF8.`,
  oldPostgres: 'PostgreSQL 15 or newer is needed.',
  missingRights: 'The user of the database lacks rights. Run src/platform/bootstrap.sql once as a superuser before.',
  needsNewerProgram: (least: string, own: string) =>
    `The database is newer than this program: it needs at least version ${least}, this is ${own}. Start a newer one.`,
  unknownMigration: (newest: string) =>
    `The database is newer than this program (it knows ${newest}). Start the current version.`,
  migrationChanged: (file: string, changed: number, known: number, last?: string) =>
    `On this database ${file} ran with other contents (${changed} of ${known} migrations${last ? `; last served by ${last}` : ''}). Start the version that it comes from, or make a portable backup with that one and restore it here.`,
  migrationFailed: (file: string, line: number, message: string) =>
    `The database could not be migrated (${file}, line ${line}): ${message}`,
  bucketAway: (endpoint: string, code: string | undefined) =>
    `The S3 store ${endpoint} cannot be reached (${code ?? 'no answer'}).`,
  noSuchBucket: (endpoint: string, bucket: string) => `The S3 store ${endpoint} knows no bucket "${bucket}".`,
  unknownKey: (endpoint: string) => `The S3 store ${endpoint} does not know the key.`,
  wrongSecret: (endpoint: string) => `The S3 store ${endpoint} does not accept the secret of this key.`,
  bucketDenied: (endpoint: string, bucket: string) =>
    `The S3 store ${endpoint} does not let this key list, read and write in the bucket "${bucket}".`,
  otherRegion: (endpoint: string, region: string) =>
    `The S3 store ${endpoint} expects another region than "${region}".`,
  otherClock: (endpoint: string) => `The S3 store ${endpoint} has quite another time than this machine.`,
  bucketRefused: (endpoint: string, code: string) => `The S3 store ${endpoint} refuses access (${code}).`,
}
