import type { AuthContext } from '@hot/embedded/auth/auth-context'
import type { Backend, BackendOptions } from '@hot/embedded/backend-options'
import type { Engine } from '@hot/embedded/database/engine'
import { transaction } from '@hot/embedded/database/transaction'
import { allowMailDomain } from '../jobs/app-settings.ts'
import { appoint } from '../jobs/appoint.ts'
import {
  DEMO_MAIL_DOMAIN,
  DEMO_PEOPLE,
  type DemoAccount,
  keepDemoAccounts,
  keptDemoAccounts,
  newDemoAccounts,
} from './accounts.ts'
import { seedDemo } from './seed.ts'

/** Whether nobody and nothing is in it yet. */
async function isEmpty(engine: Engine, owner: string): Promise<boolean> {
  const { rows } = await transaction(engine, owner, (session) =>
    session.query('select not exists (select from auth.users) and not exists (select from public.formats) as empty'),
  )
  return rows[0]?.empty === true
}

/** Makes the three accounts of the start contract, with fresh passwords. */
async function makeDemoAccounts(context: AuthContext, owner: string): Promise<DemoAccount[]> {
  await allowMailDomain(context.engine, owner, DEMO_MAIL_DOMAIN)
  const accounts = newDemoAccounts()
  for (const account of accounts) {
    const nickname = DEMO_PEOPLE.find((person) => person.email === account.email)?.nickname
    await appoint(context, owner, { ...account, nickname })
  }
  return accounts
}

/** Demo content for an empty database, once; later starts only read the accounts again. */
export async function demoFor(
  backend: Backend,
  context: AuthContext,
  owner: string,
  { demo = false, databaseUrl, dataDir }: BackendOptions,
  log: (line: string) => void,
): Promise<DemoAccount[] | undefined> {
  if (demo === false) return undefined
  if (!(await isEmpty(context.engine, owner))) return keptDemoAccounts(dataDir)
  if (demo === 'auto' && databaseUrl) return undefined
  log('Demo-Daten werden angelegt …')
  const accounts = await makeDemoAccounts(context, owner)
  await seedDemo(backend)
  keepDemoAccounts(dataDir, accounts)
  return accounts
}
