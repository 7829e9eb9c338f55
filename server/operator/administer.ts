import type { Backend } from '@hot/embedded'
import { countDemo, removeDemo } from '../demo/remove-demo.ts'
import { settingHashes } from '../settings/names.ts'
import { appointAdmin } from './appoint-admin.ts'
import { readDatabase } from './database-facts.ts'
import type { DatabaseFacts } from './facts.ts'
import { type CarryOut, OperatorError } from './requests.ts'

/** What is being administered. */
type Place = { dataDir: string | undefined; migrationsDir: string }

/**
 * Does what `npm run admin` and `npm run doctor` ask for, on whichever process has the database open. Throws OperatorError.
 */
export async function administer(
  backend: Backend,
  { dataDir, migrationsDir }: Place,
  [what, ...args]: Parameters<CarryOut>[0],
): Promise<readonly string[]> {
  const [email, flag] = args
  if (what === 'appoint' && email) return appointAdmin(backend, email, flag === '--allow-domain')
  if (what === 'count-demo') return countDemo(backend)
  if (what === 'remove-demo') return removeDemo(backend, dataDir)
  if (what === 'database-facts') {
    const facts = await factsOf(backend, migrationsDir)
    return [JSON.stringify({ ...facts, startedWith: settingHashes(process.env) } satisfies DatabaseFacts)]
  }
  throw new OperatorError(
    'Diesen Befehl kennt der laufende Server nicht: Er hat eine andere Version. Starte ihn neu und versuch es noch einmal.',
  )
}

/** What the open database says about itself. */
export async function factsOf(
  { query, status }: Pick<Backend, 'query' | 'status'>,
  migrationsDir: string,
): Promise<DatabaseFacts> {
  const { engine } = await status()
  return readDatabase({ query, asOwner: query }, engine, migrationsDir)
}
