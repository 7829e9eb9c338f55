import type { Environment } from '../settings/environment.ts'
import type { Settings } from '../settings/settings.ts'

/** What is in the database, as far as an installation needs it. */
export type ContentFacts = {
  /** Files of migrations that it has not run, and those that it has run and we do not know. */
  migrationsOpen: number
  migrationsUnknown: number
  /** Epoch ms of the last job that ended well; 0: never. */
  lastJobAt: number
  failingJobs: readonly string[]
  admins: number
  hasDemo: boolean
  /** Data for the legal notice that an admin has entered. */
  legal: Readonly<Record<string, string>>
  mailsFailed: number
  /** Since when the oldest unsent mail waits, in s. */
  oldestMailSeconds: number
}

/** What the database says about itself and its content; of a Supabase project nothing is known. */
export type DatabaseFacts = {
  engine: 'pglite' | 'postgres'
  /** As PostgreSQL counts: 170004. */
  version: number
  /** Its clock, epoch ms, and ours when it answered. */
  at: number
  askedAt: number
  isSuperuser: boolean
  /** Tables, functions and views of HoT that do not belong to its owner. */
  foreignObjects: number
  /** Connections that this role may open; undefined: as many as there are. */
  connectionLimit?: number | undefined
  maxConnections: number
  /** Undefined: its owner may not read it. */
  content: ContentFacts | undefined
  /** Of a server that was asked: the settings that it was started with, as hashes by name. */
  startedWith?: Readonly<Record<string, string>> | undefined
}

/** Why the database could not be asked, and what mends that. */
export type DatabaseFailure = { failure: string; remedy: string }

/**
 * What keeps this account from using the data directory: it may not read and write there, the folder it is to be made in is
 * missing, something else stands in its place, its disk is read-only.
 */
export type Obstacle = 'closed' | 'parent_missing' | 'no_folder' | 'read_only'

/** The data directory, as far as it can be looked at without opening it. */
export type DirectoryFacts = {
  path: string
  exists: boolean
  /** Undefined: it can be used, or made. */
  obstacle?: Obstacle | undefined
  /** Files and the directory itself that other accounts of this machine may read. */
  readable: readonly string[]
  belongsToUs: boolean
  /** What lies in it and belongs to another account than the directory itself. */
  foreign: readonly string[]
  freeBytes: number
  /** Of embedded installations, whose keys are a file: `absent` before the first start, `closed` not for us to read. */
  keys: 'fine' | 'absent' | 'closed' | 'damaged' | 'weak' | 'elsewhere'
}

export type BackupFacts = {
  /** Epoch ms of the last complete one, and since when we wait for one; null: never. */
  lastAt: number | null
  since: number
  /** The folder is there and can be written. */
  isFolderFine: boolean
  /** On the same disk as the data: one fault takes both. */
  isOnSameDisk: boolean
  /** Some go to another machine, or a copy of them does. */
  isElsewhere: boolean
  /** The program that takes them away is there and may be run; undefined: there is none. */
  isHookFine?: boolean | undefined
  /** They can be encrypted for these recipients; a mistyped one fails at each backup. */
  areRecipientsFine?: boolean
  /** Epoch ms of the last restore that was tried and went well; null: never. */
  triedAt: number | null
  /** Since when there is an installation. */
  beganAt: number
}

/** What others on the network say; absent: nobody was asked, as at the start. */
export type OutsideFacts = {
  /** Why the mail server does not take mails; null: it does. */
  mail?: { problem: string | null; remedy: string } | undefined
  /** The site under its own address. */
  site?: SiteFacts | undefined
  /** Why the bucket of the backups does not answer as it should; null: it does. */
  copies?: { problem: string | null; remedy: string } | undefined
}

export type SiteFacts = {
  problem: string | null
  remedy: string
  /** Its clock, epoch ms, and ours when it answered. */
  at: number | null
  askedAt: number
  /** From when until when its certificate is valid, epoch ms; null: it has none, or could not be seen. */
  certificate?: { from: number; until: number } | null
  /** HoT knew from its proxy that it was asked by https. */
  isToldHttps?: boolean
  /** HoT knew from its proxy for whom it was asked. */
  isToldVisitor?: boolean
  /** What asks for a socket arrives as such. */
  takesSockets?: boolean
  /** An upload of this many bytes is turned away before HoT sees it. */
  refusesBytes?: number | undefined
}

/** All that the checks look at. Gathering is apart from judging, so that each mistake can be planted in a test. */
export type Facts = {
  now: number
  env: Environment
  /** Undefined: they are wrong, as `problems` says. */
  settings: Settings | undefined
  problems: readonly string[]
  node: number
  isRoot: boolean
  /** What this process may use, in bytes: of the machine, or of its container. */
  memoryBytes: number
  /** A file `.env` in the working directory that others may read. */
  isEnvFileReadable: boolean
  /** The file of the service's settings, if every account of this machine may read it. */
  openSettings?: string | undefined
  /** The file of `NODE_EXTRA_CA_CERTS` can be read; Node itself only warns in a language of OpenSSL. Undefined: none is named. */
  isAuthorityRead?: boolean | undefined
  directory: DirectoryFacts
  backups: BackupFacts
  /** `unknown`: nobody could be asked, as for a Supabase project or the database of a stopped server. */
  database: DatabaseFacts | DatabaseFailure | 'unknown'
  outside: OutsideFacts
}

/** `error`: something does not work or is lost; `warn`: it works and should not stay so. */
export type Severity = 'error' | 'warn'

export type Finding = { name: string; severity: Severity; finding: string; remedy: string }

/** Looks at one thing; nothing to say when it is right. */
export type Check = {
  name: string
  look: (facts: Facts) => Omit<Finding, 'name'> | undefined | false
}

const finding = (severity: Severity) => (text: string, remedy: string) => ({ severity, finding: text, remedy })
export const isError = finding('error')
export const isWarning = finding('warn')
