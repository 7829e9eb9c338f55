import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { StartError } from '@hot/embedded'
import { installationOptions, openEmbedded } from '../backend/embedded-backend.ts'
import { administer } from '../operator/administer.ts'
import { askServer, OperatorError } from '../operator/requests.ts'
import { asCalled, dataDirOf, type Environment, valuesOf } from '../settings/environment.ts'
import { unknownNames } from '../settings/names.ts'
import { localUrl } from '../wire/lifecycle.ts'
import { obstacleLine } from '../wire/obstacle-line.ts'
import { rotateKeysCommand, UsageError } from './rotate-keys-command.ts'

const USAGE =
  'So geht es: npm run admin -- name@beispiel.de [--allow-domain] (oder: npm run admin -- remove-demo, npm run admin -- rotate-keys)'

type Wanted = { email: string; allowDomain: boolean } | { removeDemo: true; isSure: boolean }

function readArguments(args: readonly string[]): Wanted {
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = { 'allow-domain': flag, yes: flag }
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [what, ...rest] = positionals
    if (what === 'remove-demo' && rest.length === 0 && !values['allow-domain'])
      return { removeDemo: true, isSure: values.yes }
    if (what?.includes('@') && rest.length === 0 && !values.yes)
      return { email: what, allowDomain: values['allow-domain'] }
  } catch (error) {
    throw new UsageError(USAGE, { cause: error })
  }
  throw new UsageError(USAGE)
}

/**
 * Has the installation do it: in this process, or, while a server has the embedded database open, in that one. Throws
 * StartError, OperatorError.
 */
async function carriedOut(args: readonly string[], env: Environment): Promise<readonly string[]> {
  const dataDir = dataDirOf(env)
  const place = { dataDir, databaseUrl: env.DATABASE_URL, siteUrl: 'http://127.0.0.1:3000' }
  const backend = await openEmbedded({ ...place, jobs: false }).catch((error: unknown) => {
    if (!env.DATABASE_URL && error instanceof StartError && error.code === 'data_dir_busy') return undefined
    throw error
  })
  if (!backend) return askServer(dataDir, args)
  try {
    return await administer(backend, { dataDir, migrationsDir: installationOptions.migrationsDir }, args)
  } finally {
    await backend.close()
  }
}

/** Asks the person at the terminal. Without one nobody has agreed. */
async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^ja?$/i.test((await terminal.question(`${question} [ja/nein] `)).trim())
  } finally {
    terminal.close()
  }
}

/** Where an admin goes next: below the public address, or where a server with these settings listens. */
function teamAddress(env: Environment): string {
  const value = valuesOf(env)
  const here = localUrl(value('HOST') ?? '127.0.0.1', Number(value('PORT') ?? 3000))
  return `${value('SITE_URL')?.replace(/\/+$/, '') ?? here}/admin`
}

const NOT_REMOVED = 'Nichts geändert. Wirklich entfernen: npm run admin -- remove-demo --yes'

/**
 * `npm run admin -- EMAIL [--allow-domain]` and `npm run admin -- remove-demo [--yes]`, also while the server runs. Returns
 * the lines to print. Throws UsageError, OperatorError, StartError.
 */
export async function adminCommand(
  args: readonly string[],
  env: Environment,
  ask: (question: string) => Promise<boolean> = agreed,
): Promise<readonly string[]> {
  const wanted = readArguments(args)
  const unknown = unknownNames(env)
  if (unknown.length > 0) throw new UsageError(unknown.join('\n'))
  if (env.SUPABASE_URL)
    throw new UsageError('Auf Supabase: Rolle im SQL-Editor setzen, siehe docs/operations/supabase.md.')
  if ('email' in wanted)
    return [
      ...(await carriedOut(['appoint', wanted.email, ...(wanted.allowDomain ? ['--allow-domain'] : [])], env)),
      `Zum Team-Bereich: ${teamAddress(env)}`,
    ]
  if (!wanted.isSure) {
    const found = await carriedOut(['count-demo'], env)
    if (found.length === 0) return ['Hier ist keine Demo.']
    for (const line of found) console.log(asCalled(line))
    if (!(await ask('Das alles entfernen? Zurück geht es nur aus einer Sicherung.'))) return [NOT_REMOVED]
  }
  return carriedOut(['remove-demo'], env)
}

const run = (args: readonly string[], env: Environment): Promise<readonly string[]> =>
  args[0] === 'rotate-keys' ? rotateKeysCommand(args.slice(1), env) : adminCommand(args, env)

if (import.meta.main) {
  try {
    for (const line of await run(process.argv.slice(2), process.env)) console.log(asCalled(line))
  } catch (error) {
    const known = error instanceof StartError || error instanceof UsageError || error instanceof OperatorError
    const line = known ? error.message : obstacleLine(error)
    if (line === undefined) throw error
    console.error(asCalled(line))
    process.exitCode = 1
  }
}
