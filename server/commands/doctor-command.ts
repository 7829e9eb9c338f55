import { parseArgs } from 'node:util'
import { StartError } from '@hot/embedded'
import { openDatabase } from '@hot/embedded/database/open-database'
import { transaction } from '@hot/embedded/database/transaction'
import { installationOptions } from '../backend/embedded-backend.ts'
import { askOutside } from '../operator/ask-outside.ts'
import { readDatabase } from '../operator/database-facts.ts'
import { databaseFailure } from '../operator/database-remedies.ts'
import { findingsOf } from '../operator/doctor.ts'
import type { DatabaseFacts, Facts, Finding } from '../operator/facts.ts'
import { gatherFacts } from '../operator/gather-facts.ts'
import { askServer, OperatorError } from '../operator/requests.ts'
import { asCalled, dataDirOf, type Environment } from '../settings/environment.ts'
import { obstacleLine } from '../wire/obstacle-line.ts'
import { causeLine } from '../wire/request-log.ts'
import '../wire/backend-language.ts'
import { UsageError } from './rotate-keys-command.ts'

const USAGE = 'So geht es: npm run doctor [-- --json] [-- --offline]'

/** Opens the database without changing it. An embedded one that a server has open, that server is asked about. */
async function databaseOf(env: Environment, { settings, directory }: Facts): Promise<Facts['database']> {
  if (!settings || settings.supabase) return 'unknown'
  const { databaseUrl } = settings
  const dataDir = dataDirOf(env)
  // A first start has not been: opening would make a database. What keeps us out is a finding itself.
  if (directory.obstacle) return 'unknown'
  if (!databaseUrl && (!directory.exists || directory.keys === 'absent')) return 'unknown'
  try {
    const { engine, close } = await openDatabase({ dataDir, databaseUrl }, () => {})
    try {
      const query = async <T>(sql: string, params: unknown[] = []) =>
        (await engine.session((session) => session.query(sql, params))).rows as T[]
      const asOwner = async <T>(sql: string, params: unknown[] = []) =>
        (await transaction(engine, 'app_owner', (session) => session.query(sql, params))).rows as T[]
      return await readDatabase(
        { query, asOwner },
        databaseUrl ? 'postgres' : 'pglite',
        installationOptions.migrationsDir,
      )
    } finally {
      await close()
    }
  } catch (error) {
    if (!(error instanceof StartError && error.code === 'data_dir_busy'))
      return databaseFailure(error, causeLine(error))
  }
  const [answer = ''] = await askServer(dataDir, ['database-facts'])
  return JSON.parse(answer) as DatabaseFacts
}

export type Examined = { findings: readonly Finding[]; isDatabaseKnown: boolean }

/** Looks at everything. `offline`: neither mail server nor the site's own address are asked. */
export async function examine(env: Environment, offline: boolean): Promise<Examined> {
  const facts = await gatherFacts(env)
  const [database, outside] = await Promise.all([
    databaseOf(env, facts).catch((error: unknown) => {
      if (error instanceof OperatorError) return databaseFailure(error, error.message)
      throw error
    }),
    offline ? {} : askOutside(facts.settings),
  ])
  return { findings: findingsOf({ ...facts, database, outside }), isDatabaseKnown: database !== 'unknown' }
}

const word = { error: 'FEHLER', warn: 'HINWEIS' } as const

/** What a person reads. */
export function report({ findings, isDatabaseKnown }: Examined): string[] {
  const lines = findings.flatMap(({ severity, finding, remedy }) => [`${word[severity]}  ${finding}`, `  → ${remedy}`])
  const unknown =
    isDatabaseKnown || findings.some(({ name }) => name === 'settings_wrong' || name === 'directory_unusable')
      ? []
      : ['Die Datenbank wurde nicht gefragt: Es gibt noch keine, oder sie liegt bei Supabase.']
  return findings.length === 0 ? [...unknown, 'Alles in Ordnung.'] : [...lines, ...unknown]
}

/** For scripts: 0 all is well, 1 hints only, 2 errors. */
export const exitCodeOf = (findings: readonly Finding[]): 0 | 1 | 2 =>
  findings.some(({ severity }) => severity === 'error') ? 2 : findings.length > 0 ? 1 : 0

function readArguments(args: readonly string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({ args: [...args], options: { json: flag, offline: flag } }).values
  } catch (error) {
    throw new UsageError(USAGE, { cause: error })
  }
}

/** Run as `npm run doctor [-- --json] [-- --offline]`. */
if (import.meta.main) {
  try {
    const { json, offline } = readArguments(process.argv.slice(2))
    const examined = await examine(process.env, offline)
    if (json) console.log(JSON.stringify({ findings: examined.findings }, null, 2))
    else for (const line of report(examined)) console.log(asCalled(line))
    process.exitCode = exitCodeOf(examined.findings)
  } catch (error) {
    const line = error instanceof UsageError ? error.message : obstacleLine(error)
    if (line === undefined) throw error
    console.error(asCalled(line))
    process.exitCode = 2
  }
}
