import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

export type DemoAccount = { email: string; password: string; role: 'admin' | 'moderator' | 'user' }

/** `nickname` spares these accounts the first sign-in's question. */
export const DEMO_PEOPLE = [
  { email: 'admin@hot.example', role: 'admin', nickname: 'Clara.vom.Team' },
  { email: 'moderator@hot.example', role: 'moderator', nickname: 'Max.vom.Team' },
  { email: 'mitglied@hot.example', role: 'user', nickname: 'Mia.schaut.zu' },
] as const

export const DEMO_MAIL_DOMAIN = 'hot.example'

/** Made at first start: a known password on a reachable machine would be an open door. */
export const newDemoAccounts = (): DemoAccount[] =>
  DEMO_PEOPLE.map(({ email, role }) => ({ email, role, password: randomBytes(12).toString('base64url') }))

const fileIn = (dir: string) => path.join(dir, 'demo-accounts.json')

/** Readable by the owner of the installation only. */
export function saveDemoAccounts(dir: string | undefined, accounts: DemoAccount[]): void {
  if (dir) fs.writeFileSync(fileIn(dir), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
}

/** The accounts of an earlier start, or undefined. */
export function readDemoAccounts(dir: string | undefined): DemoAccount[] | undefined {
  if (!dir || !fs.existsSync(fileIn(dir))) return undefined
  return JSON.parse(fs.readFileSync(fileIn(dir), 'utf8')) as DemoAccount[]
}
