import { type Environment, listOf, valuesOf } from './environment.ts'

/** How backups are made, by command and by schedule. */
export type BackupSettings = {
  /** Public keys of age, of people who may read backups; none: not encrypted. */
  recipients: string[]
}

/** X25519 and hybrid keys as age-keygen prints them; the library checks them again when it encrypts. */
const RECIPIENT = /^age1(pq1)?[02-9ac-hj-np-z]{58,}$/

/** Reads the settings of backups. One German line per wrong value. */
export function readBackupSettings(env: Environment): BackupSettings & { problems: string[] } {
  const value = valuesOf(env)
  const recipients = listOf(value('HOT_BACKUP_RECIPIENT'))
  const problems = recipients
    .filter((recipient) => !RECIPIENT.test(recipient))
    .map((recipient) =>
      recipient.toUpperCase().startsWith('AGE-SECRET-KEY')
        ? 'HOT_BACKUP_RECIPIENT ist ein geheimer Schlüssel. Nimm den öffentlichen (age1…), und der geheime gehört nicht auf diese Maschine.'
        : `HOT_BACKUP_RECIPIENT muss ein öffentlicher Schlüssel von age sein (age1…): »${recipient}«.`,
    )
  return { recipients, problems }
}
