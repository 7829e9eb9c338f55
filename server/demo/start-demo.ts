import type { Backend } from '@hot/embedded'
import { appoint } from '../backend/staff-accounts.ts'
import {
  DEMO_MAIL_DOMAIN,
  DEMO_PEOPLE,
  type DemoAccount,
  newDemoAccounts,
  readDemoAccounts,
  saveDemoAccounts,
} from './accounts.ts'
import { seedDemo } from './seed.ts'

/** Whether nobody and nothing is in it yet. */
async function isEmpty({ query }: Backend): Promise<boolean> {
  const [row] = await query<{ empty: boolean }>(
    'select not exists (select from auth.users) and not exists (select from public.formats) as empty',
  )
  return row?.empty === true
}

/** Lets the demo's mail domain in. */
const allowMailDomain = ({ query }: Backend, domain: string) =>
  query(
    'update public.app_settings set extra_mail_domains = extra_mail_domains || $1::text where $1 <> all (extra_mail_domains)',
    [domain],
  )

/** Makes the three accounts with fresh passwords. */
async function makeDemoAccounts(backend: Backend): Promise<DemoAccount[]> {
  await allowMailDomain(backend, DEMO_MAIL_DOMAIN)
  const accounts = newDemoAccounts()
  for (const account of accounts) {
    const nickname = DEMO_PEOPLE.find((person) => person.email === account.email)?.nickname
    await appoint(backend, { ...account, nickname })
  }
  return accounts
}

export type DemoOptions = {
  /** `auto`: when the database is empty and embedded; `true`: when it is empty. */
  demo?: boolean | 'auto' | undefined
  onServer: boolean
  dataDir?: string | undefined
}

/** Demo content for an empty database, once; later starts only read the accounts again. */
export async function startDemo(
  backend: Backend,
  { demo = false, onServer, dataDir }: DemoOptions,
  log: (line: string) => void,
): Promise<DemoAccount[] | undefined> {
  if (demo === false) return undefined
  if (!(await isEmpty(backend))) return readDemoAccounts(dataDir)
  if (demo === 'auto' && onServer) return undefined
  log('Demo-Daten werden angelegt …')
  const accounts = await makeDemoAccounts(backend)
  await seedDemo(backend)
  saveDemoAccounts(dataDir, accounts)
  return accounts
}
