import path from 'node:path'
import type { BackendOptions } from '@hot/embedded'
import { type Environment, listOf, valuesOf } from './environment.ts'
import { readBucket } from './file-settings.ts'

/** Where backups go besides this machine's disk. */
export type OffMachine = {
  /** A folder in a bucket. */
  bucket?: (NonNullable<BackendOptions['s3']> & { folder: string }) | undefined
  /** How many of the server's own stay there; 0: none is removed. */
  bucketKeep: number
  /** A program that is run with each backup's path. */
  hook?: string | undefined
  /** Minutes that it may take. */
  hookMinutes: number
}

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
  away: OffMachine
  /** Days between two rehearsals of a restore; 0: there are none. */
  rehearseDays: number
}

/** Whether backups are meant to leave this machine. */
export const leavesMachine = ({ bucket, hook }: OffMachine): boolean => bucket !== undefined || hook !== undefined

/** A month. */
const MOST_HOURS = 744

/** X25519 and hybrid keys as age-keygen prints them; the library checks them again when it encrypts. */
const RECIPIENT = /^age1(pq1)?[02-9ac-hj-np-z]{58,}$/

/** Part of the objects' names, so no address and no way out. */
const FOLDER = /^[\w.-]+(\/[\w.-]+)*$/

type Whole = (name: string, fallback: string, least: number, most: number) => number

function readOffMachine(env: Environment, whole: Whole, keep: number, problems: string[]): OffMachine {
  const value = valuesOf(env)
  const bucket = readBucket(env, 'HOT_BACKUP_S3_', 'Sicherungen', problems)
  const folder = value('HOT_BACKUP_S3_FOLDER') ?? 'backups'
  if (!FOLDER.test(folder) || folder.split('/').some((part) => /^\.+$/.test(part)))
    problems.push(`HOT_BACKUP_S3_FOLDER muss ein Name aus Buchstaben und Ziffern sein: »${folder}«.`)
  const hook = value('HOT_BACKUP_HOOK')
  if (hook && !path.isAbsolute(hook))
    problems.push(
      `HOT_BACKUP_HOOK muss der ganze Pfad eines Programms sein, ohne Argumente: »${hook}«. Argumente stehen in einem Skript, das du hier nennst.`,
    )
  return {
    bucket: bucket && { ...bucket, folder },
    bucketKeep: whole('HOT_BACKUP_S3_KEEP', String(keep), 0, 1_000),
    hook,
    hookMinutes: whole('HOT_BACKUP_HOOK_MINUTES', '60', 1, 1_440),
  }
}

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
  const whole: Whole = (name, fallback, least, most) => {
    const text = value(name) ?? fallback
    if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > most)
      problems.push(`${name} muss eine Zahl von ${least} bis ${most} sein: »${text}«.`)
    return Number(text)
  }
  // A server has tools of its own, and pg_dump may not be installed here.
  const isEmbedded = !(value('DATABASE_URL') || value('SUPABASE_URL'))
  const keep = whole('HOT_BACKUP_KEEP', '7', 1, 1_000)
  const everyHours = whole('HOT_BACKUP_EVERY', isEmbedded ? '24' : '0', 0, MOST_HOURS)
  return {
    recipients,
    everyHours,
    keep,
    dir: value('HOT_BACKUP_DIR'),
    away: readOffMachine(env, whole, keep, problems),
    rehearseDays: whole('HOT_BACKUP_REHEARSE', everyHours > 0 ? '30' : '0', 0, 366),
    problems,
  }
}
