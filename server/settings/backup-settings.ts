import { type Environment, listOf, valuesOf } from './environment.ts'

/** How backups are made, by command and by schedule. */
export type BackupSettings = {
  /** Public keys of age, of people who may read backups; none: not encrypted. */
  recipients: string[]
  /** Hours between two backups that the server makes by itself; 0: it makes none. */
  everyHours: number
  /** How many of those are retained. */
  keep: number
  /** Existing folder for backups; undefined: `backups/` in the data directory. */
  dir?: string | undefined
}

/** A month. */
const MOST_HOURS = 744

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
  const whole = (name: string, fallback: string, least: number, most: number): number => {
    const text = value(name) ?? fallback
    if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > most)
      problems.push(`${name} muss eine Zahl von ${least} bis ${most} sein: »${text}«.`)
    return Number(text)
  }
  // A server has tools of its own, and pg_dump may not be installed here.
  const isEmbedded = !(value('DATABASE_URL') || value('SUPABASE_URL'))
  return {
    recipients,
    everyHours: whole('HOT_BACKUP_EVERY', isEmbedded ? '24' : '0', 0, MOST_HOURS),
    keep: whole('HOT_BACKUP_KEEP', '7', 1, 1_000),
    dir: value('HOT_BACKUP_DIR'),
    problems,
  }
}
