/** What backups and restores answer to the person at the terminal, and why they fail: the message of a `BackupError`. */
export const backup = {
  done: (target: string, bytes: number, state: string) =>
    `Backed up: ${target} (${Math.round(bytes / 102.4 / 1024) / 10} MB). ${state}`,
  databaseInUse: 'The database was in use meanwhile.',
  serverRan: (heldMs: number) => `The server went on; the database waited for ${heldMs} ms.`,
  serverStopped: 'The server was not running.',
  rotated: (count: number) => `${count} older backups deleted.`,
  keepPlain:
    'The file holds keys and everything that members have deleted: keep it locked away, and not on this machine.',
  keepEncrypted:
    'The file is encrypted: without your secret key it cannot be restored. Keep that one off this machine.',
  restored: (at: Date) => `Restored: the state of ${at.toISOString()}.`,
  opens: (missing: number) =>
    missing > 0
      ? `This version can open it. The next start migrates the database (migrations: ${missing}).`
      : 'This version can open it.',
  setAside: (name: string) => `What was there before is in ${name}. Delete it when all is well.`,

  bucketSilent: (endpoint: string) => `The storage for backups at ${endpoint} gives no answer.`,
  sentDiffers: (bucket: string, name: string) =>
    `What is stored in the bucket ${bucket} as ${name} is not as long as the backup. Send it again.`,
  folderMissing: (dir: string) => `There is no folder ${dir}.`,
  noFolderNorFile: (given: string, ending: string) =>
    `There is no folder ${given}. The name of a file ends in ${ending}.`,
  targetExists: (target: string) => `${target} exists and is not overwritten.`,
  directoryMissing: (dir: string) => `There is no directory ${dir}. Check the place of the data directory.`,
  nothingToBackUp: (dir: string) => `There is nothing to back up in ${dir}. Check the place of the data directory.`,
  nothingInDatabase: 'There is nothing to back up in this database. Check databaseUrl.',
  otherOwner: (dir: string) => `The directory ${dir} belongs to another user. Run the command as that one.`,
  tooLittleRoom: (dir: string, freeMegabytes: number, neededMegabytes: number) =>
    `Too little room in ${dir}: ${freeMegabytes} MB are free, ${neededMegabytes} MB are needed.`,
  runsAlready: 'A backup is being made already. Wait until it is done.',
  rehearsesAlready: 'A restore is being rehearsed already. Wait until it is done.',
  serverMakesNone: (dir: string) =>
    `The process that uses ${dir} makes no backup. If it is an import, wait until it is done.`,
  copyUnfinished: 'The server did not finish the copy of the database.',
  copyFailed: 'The server could not copy the database.',
  portableOfServer: 'A backup of a PostgreSQL database can be restored into every newer one anyway, without portable.',
  hostedBacksUp: 'A Supabase project backs itself up: Dashboard → Database → Backups.',
  hostedRestores: 'A Supabase project is restored by its own means.',
  programMissing: (program: string) =>
    `${program} is missing on this machine. Install PostgreSQL's client programs (Debian: postgresql-client).`,
  programTooOld: (program: string, own: number, needed: number) =>
    `${program} is version ${own}, the database version ${needed}. Install postgresql-client-${needed}.`,
  programFailed: (program: string, line: string | undefined) => `${program} failed: ${line ?? ''}`,

  fileMissing: (file: string) => `There is no file ${file}.`,
  noBackup: (file: string) => `${file} is no backup of this program, or it is damaged or incomplete.`,
  noManifest: (file: string) => `${file} is no backup of this program: it has no manifest.`,
  manifestUnreadable: 'This is no backup of this program: its manifest cannot be read.',
  manifestDamaged: 'This is no backup of this program: its manifest is damaged.',
  newerFormat: 'The backup comes from a newer version of this program. Update the program first.',
  entryDiffers: (name: string) => `The backup is damaged: ${JSON.stringify(name)} is not what was backed up.`,
  noFile: (name: string) => `${name} is no file and cannot be backed up.`,
  writtenDiffers: 'The backup could not be read back: on the disk is something else than was written.',
  recipientInvalid: 'A recipient of the backup is no public key of age (age1…).',
  identityMissing: (file: string) => `There is no key file ${file}.`,
  identityInvalid: (file: string) => `${file} is no key file as age-keygen writes it.`,
  identityEmpty: 'The key file holds no key of age.',
  encrypted: 'The backup is encrypted. Name its key by identities.',
  wrongIdentity: 'This key does not open the backup: it is encrypted for another one.',
  damaged: (file: string) => `${file} is damaged or incomplete.`,

  placeUsed: (dir: string) => `There is something in ${dir} already. With replace it is set aside.`,
  databaseUsed: 'There is something in the database already. With replace it is set aside.',
  databaseBusy: 'The database is in use. End all servers that run on it first.',
  mayNotCreate: 'The user of the database may not create one: grant it CREATEDB.',
  needsServer: 'This is the backup of a PostgreSQL database. Give a databaseUrl.',
  otherPostgres: (made: string, own: string) =>
    `This backup holds files of PostgreSQL ${made}, this program has ${own}. Make a portable backup with the former version and restore that.`,
  databaseDamaged: 'The database in the backup cannot be opened with this program.',
  notOpenable: (reason: string) => `This program cannot open this backup. ${reason}`,
  tableDiffers: (name: string) => `After the restore ${name} is not what was backed up.`,
  missingRights:
    'The user of the database lacks rights for moving. Run src/platform/bootstrap.sql once as a superuser.',
}
