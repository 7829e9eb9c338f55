import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import { TOTP_SECONDS, totpCode } from '@hot/embedded/auth/factors/totp'
import type { Log } from '@hot/embedded/log'
import { appoint } from '../link/member-accounts.ts'
import { seedDemo } from './seed.ts'

export type DemoAccount = {
  email: string
  password: string
  role: 'admin' | 'moderator' | 'user'
  /** Base32 secret of the second factor that staff need, to be entered in an authenticator app. */
  totp_secret?: string
}

/** They have a nickname, so that the nickname dialog does not open at first sign-in. */
export const DEMO_PEOPLE = [
  { email: 'admin@hot.example', role: 'admin', nickname: 'Clara_vom_Team' },
  { email: 'moderator@hot.example', role: 'moderator', nickname: 'Max_vom_Team' },
  { email: 'mitglied@hot.example', role: 'user', nickname: 'Mia_schaut_zu' },
] as const

export const DEMO_MAIL_DOMAIN = 'hot.example'

/** Passwords are generated, because a well-known one would be a security hole on a reachable machine. */
const newDemoAccounts = (): DemoAccount[] =>
  DEMO_PEOPLE.map(({ email, role }) => ({ email, role, password: randomBytes(12).toString('base64url') }))

export const demoAccountsFile = (dir: string) => path.join(dir, 'demo-accounts.json')

/** Writes a file that only its owner can read. */
function saveDemoAccounts(dir: string | undefined, accounts: DemoAccount[]): void {
  if (dir) fs.writeFileSync(demoAccountsFile(dir), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
}

/** The accounts of an earlier start, or undefined. */
function readDemoAccounts(dir: string | undefined): DemoAccount[] | undefined {
  if (!dir || !fs.existsSync(demoAccountsFile(dir))) return undefined
  return JSON.parse(fs.readFileSync(demoAccountsFile(dir), 'utf8')) as DemoAccount[]
}

/** Whether the database has neither members nor content. */
async function isEmpty({ query }: Backend): Promise<boolean> {
  const [row] = await query<{ empty: boolean }>(
    'select not exists (select from auth.users) and not exists (select from public.formats) as empty',
  )
  return row?.empty === true
}

/** Adds a domain to those that may sign up. */
const allowMailDomain = ({ query }: Backend, domain: string) =>
  query(
    'update public.app_settings set extra_mail_domains = extra_mail_domains || $1::text where $1 <> all (extra_mail_domains)',
    [domain],
  )

/** Creates the three accounts with new passwords. */
async function makeDemoAccounts(backend: Backend): Promise<DemoAccount[]> {
  await allowMailDomain(backend, DEMO_MAIL_DOMAIN)
  const accounts = newDemoAccounts()
  for (const account of accounts) {
    const nickname = DEMO_PEOPLE.find((person) => person.email === account.email)?.nickname
    await appoint(backend, { ...account, nickname })
  }
  // Otherwise whoever tries the site would meet the limits of an account's first day.
  await backend.query(`update public.profiles set created_at = now() - interval '30 days' where email = any($1)`, [
    DEMO_PEOPLE.map(({ email }) => email),
  ])
  return withSecondFactors(backend, accounts)
}

/** Adds a second factor to demo staff who have none in the list: without one they may not act as staff. */
async function withSecondFactors(backend: Backend, accounts: readonly DemoAccount[]): Promise<DemoAccount[]> {
  const equipped: DemoAccount[] = []
  for (const account of accounts) {
    const isEquipped = account.role === 'user' || account.totp_secret !== undefined
    const totp_secret = isEquipped ? account.totp_secret : await seededSecret(backend, account.email)
    equipped.push(totp_secret ? { ...account, totp_secret } : account)
  }
  return equipped
}

async function seededSecret({ query, seedTotp }: Backend, email: string): Promise<string | undefined> {
  const [user] = await query<{ id: string }>('select id from auth.users where email = $1', [email])
  return user && seedTotp(user.id, 'Demo')
}

/** Accounts of an earlier start. A version that did not require second factors stored none, so they are added. */
async function knownDemoAccounts(backend: Backend, dataDir: string | undefined): Promise<DemoAccount[] | undefined> {
  const accounts = readDemoAccounts(dataDir)
  if (!accounts) return undefined
  // An admin may have removed it, and the accounts could not sign in any more.
  await allowMailDomain(backend, DEMO_MAIL_DOMAIN)
  const equipped = await withSecondFactors(backend, accounts)
  if (JSON.stringify(equipped) !== JSON.stringify(accounts)) saveDemoAccounts(dataDir, equipped)
  return equipped
}

const WITHOUT_DEMO =
  'Ohne Demo-Inhalte, denn SITE_URL ist öffentlich. Das erste Konto des Teams: npm run admin -- DEINE-ADRESSE. Zum Ausprobieren doch mit Demo: HOT_DEMO=1.'

type DemoOptions = {
  /** `auto`: when the database is empty and embedded, and the site not public; `true`: when it is empty. */
  demo?: boolean | 'auto' | undefined
  onServer: boolean
  /** Others reach the site: invented rumors and accounts are nothing for them. */
  isPublic?: boolean | undefined
  dataDir?: string | undefined
}

/** Adds demo content to an empty database; later starts only read the accounts. Returns the demo accounts, if any. */
export async function startDemo(
  backend: Backend,
  { demo = false, onServer, isPublic = false, dataDir }: DemoOptions,
  log: Log,
): Promise<DemoAccount[] | undefined> {
  if (demo === false) return undefined
  const isUnwanted = demo === 'auto' && isPublic
  if (!(await isEmpty(backend))) return isUnwanted ? undefined : knownDemoAccounts(backend, dataDir)
  if (demo === 'auto' && onServer) return undefined
  if (isUnwanted) {
    log(WITHOUT_DEMO)
    return undefined
  }
  log('Demo-Daten werden angelegt …')
  const accounts = await makeDemoAccounts(backend)
  await seedDemo(backend)
  saveDemoAccounts(dataDir, accounts)
  return accounts
}

/** HTML with the current code of each demo account that has a second factor; empty when none has one. */
export function demoCodes(accounts: readonly DemoAccount[], now = new Date()): string {
  const rows = accounts.flatMap(({ email, totp_secret }) =>
    totp_secret ? [`<li>${email}: <b>${totpCode(totp_secret, now)}</b></li>`] : [],
  )
  if (rows.length === 0) return ''
  const left = TOTP_SECONDS - (Math.floor(now.getTime() / 1000) % TOTP_SECONDS)
  return `<article><h2>Codes der Demo-Konten</h2><p>Der zweite Faktor für den Team-Bereich, noch ${left} Sekunden gültig.
Jeder Code gilt einmal. Lade die Seite für den nächsten.</p><ul>${rows.join('')}</ul></article>`
}
