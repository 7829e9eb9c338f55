import { StartError } from '@hot/embedded'
import { obstacleLine } from '../wire/obstacle-line.ts'
import type { DatabaseFailure } from './facts.ts'

/** Codes of PostgreSQL and of the network, by what mends them. The sentence of the problem is the caller's. */
const remedies: readonly (readonly [codes: readonly string[], remedy: string])[] = [
  [
    ['28P01', '28000'],
    'Nimm in DATABASE_URL Nutzer und Passwort der Rolle, Sonderzeichen kodiert (@ als %40); bootstrap.sql setzt das Passwort neu (docs/operations/run.md).',
  ],
  [['3D000'], 'Berichtige den Namen in DATABASE_URL, oder leg sie mit bootstrap.sql an (docs/operations/run.md).'],
  [
    ['53300'],
    'Jeder Prozess von HoT braucht bis zu 15 Verbindungen. Bei vielen hilft ein Pooler (docs/operations/grow.md).',
  ],
  [
    ['42501'],
    'So sieht es nach einem pg_restore ohne die nötigen Rechte aus: dropdb, dann alle drei Befehle aus docs/operations/backup.md. Eine neue Datenbank richtet bootstrap.sql ein (docs/operations/run.md).',
  ],
  [
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    'Läuft PostgreSQL, und hört es auf diesem Rechnernamen und Port (listen_addresses, port)? Sonst berichtige DATABASE_URL.',
  ],
  [['ENOSPC', '53100'], 'Schaff auf der Platte von PostgreSQL Platz.'],
]
const anyRemedy =
  'Prüf DATABASE_URL und das Protokoll von PostgreSQL. Ist die Maschine gerade sehr beschäftigt, versuch es noch einmal.'

/** A database that answers and has never been HoT's. */
const NOT_MADE: ReadonlySet<string> = new Set(['3F000', '42P01'])

/** Of the data directory, and of a PostgreSQL where no code of its own says what is wrong. */
const WITH_REMEDY: ReadonlySet<StartError['code']> = new Set([
  'data_dir_missing',
  'data_dir_unwritable',
  'data_dir_damaged',
  'disk_full',
  'database_other_postgres',
  'database_encoding',
])

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}
const codesOf = (error: unknown): string[] =>
  [...causesOf(error)].flatMap((cause) => ('code' in cause && typeof cause.code === 'string' ? [cause.code] : []))

/** What mends a refusal of PostgreSQL for want of a right; undefined: it was something else. */
export const rightsRemedy = (error: unknown): string | undefined =>
  codesOf(error).includes('42501') ? remedies.find(([codes]) => codes.includes('42501'))?.[1] : undefined

/** Why the database could not be asked, in `said`, and what mends that. */
export function databaseFailure(error: unknown, said: string): DatabaseFailure {
  // Its sentence says what to do.
  if (error instanceof StartError && WITH_REMEDY.has(error.code))
    return { failure: 'Die Datenbank lässt sich nicht öffnen.', remedy: error.message }
  const obstacle = obstacleLine(error)
  if (obstacle) return { failure: 'Die Datenbank lässt sich nicht öffnen.', remedy: obstacle }
  const codes = codesOf(error)
  if (codes.some((code) => NOT_MADE.has(code)))
    return {
      failure: 'In dieser Datenbank hat HoT noch nicht angefangen.',
      remedy: 'Starte HoT; der erste Start richtet sie ein. Danach sagt dieser Befehl, was noch fehlt.',
    }
  return {
    failure: `Die Datenbank lässt sich nicht fragen: ${said.replace(/\.$/, '')}.`,
    remedy: remedies.find(([known]) => known.some((code) => codes.includes(code)))?.[1] ?? anyRemedy,
  }
}
