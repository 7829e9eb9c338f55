import type { AuthContext } from '../auth/auth-context.ts'
import type { Engine } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import { ensureAccount, setRole } from '../members.ts'
import { allowMailDomain } from '../settings.ts'
import { DEMO_MAIL_DOMAIN, DEMO_PEOPLE, type DemoAccount, keepDemoAccounts, newDemoAccounts } from './accounts.ts'

/** Whether nobody and nothing is in it yet. */
export async function isEmpty(engine: Engine, owner: string): Promise<boolean> {
  const { rows } = await transaction(engine, owner, (session) =>
    session.query('select not exists (select from auth.users) and not exists (select from public.formats) as empty'),
  )
  return rows[0]?.empty === true
}

/** Makes the three accounts of the start contract and keeps their passwords beside the database. */
export async function makeDemoAccounts(
  context: AuthContext,
  owner: string,
  dir: string | undefined,
): Promise<DemoAccount[]> {
  await allowMailDomain(context.engine, owner, DEMO_MAIL_DOMAIN)
  const accounts = newDemoAccounts()
  for (const account of accounts) {
    const { id } = await ensureAccount(context, account.email, account.password)
    const nickname = DEMO_PEOPLE.find((person) => person.email === account.email)?.nickname
    if (!(await setRole(context.engine, owner, id, account.role, nickname)))
      throw new Error(`No profile was made for ${account.email}.`)
  }
  keepDemoAccounts(dir, accounts)
  return accounts
}
