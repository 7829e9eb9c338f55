import fs from 'node:fs'
import path from 'node:path'
import { type Backend, type BackendOptions, openBackend } from '@hot/embedded'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'
import { copyServerDatabase } from './server-database.ts'

export const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/**
 * Limits high enough for tests that are not about limits. Over a day, because a clock that is set back by minutes takes as
 * many minutes of a limit.
 */
const LOOSE = { times: 1_000_000, seconds: 24 * 3600 }
export const LOOSE_RATES = {
  forms: LOOSE,
  token: LOOSE,
  verify: LOOSE,
  factors: LOOSE,
  passkeys: LOOSE,
  signIns: LOOSE,
  wrongPasswords: LOOSE,
  wrongCodes: LOOSE,
  wrongLinks: LOOSE,
  allWrongLinks: LOOSE,
  knownAddresses: LOOSE,
  mailsTo: LOOSE,
  mailsFrom: LOOSE,
  mails: LOOSE,
  mailEvery: 0,
}

/** For tests that open their own databases; on a busy machine one takes half a minute. */
export const OPENS_A_DATABASE = { timeout: 240_000 }

/** What the suite talks to: our backend on PGlite or PostgreSQL, or a real project (then `backend` is missing). */
export type Contract = {
  name: string
  backend?: Backend
  url: string
  fetch: (input: Request) => Promise<Response>
  publishableKey: string
  secretKey: string
  /** A client without a session. */
  guest(): SupabaseClient
  /** Bypasses row-level security. */
  service(): SupabaseClient
  close(): Promise<void>
}

function clients(
  url: string,
  publishableKey: string,
  secretKey: string,
  fetcher: Contract['fetch'],
): Pick<Contract, 'guest' | 'service'> {
  const make = (key: string) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: (input, init) => fetcher(new Request(input, init)) },
    })
  return { guest: () => make(publishableKey), service: () => make(secretKey) }
}

/** On its own directory, deleted with it: a copied database opens in a fifth of the time of a new one. */
export async function openOnCopy<Opened extends Backend>(
  migrationsDir: string,
  open: (dataDir: string) => Promise<Opened>,
): Promise<Opened> {
  const dataDir = scratchDirectory()
  await copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)
  const backend = await open(dataDir)
  const { close } = backend
  backend.close = async () => {
    await close()
    fs.rmSync(dataDir, { recursive: true })
  }
  return backend
}

/** A backend in this process, and clients of it. */
export function contractOf<Opened extends Backend>(backend: Opened, url: string): Contract & { backend: Opened } {
  // Mails are sent after the answer, but tests read them at once.
  const fetcher = async (request: Request) => {
    const answer = await backend.fetch(request)
    await backend.idle()
    return answer
  }
  return {
    name: 'in process',
    backend,
    url,
    fetch: fetcher,
    publishableKey: backend.publishableKey,
    secretKey: backend.secretKey,
    ...clients(url, backend.publishableKey, backend.secretKey, fetcher),
    close: () => backend.close(),
  }
}

/** Our backend with the contract's schema. */
export async function openOurs(options: Partial<BackendOptions> = {}): Promise<Contract & { backend: Backend }> {
  const url = options.siteUrl ?? 'http://127.0.0.1:4999'
  const passkeys = { name: 'Testseite' }
  const whole = {
    siteUrl: url,
    migrationsDir: MIGRATIONS,
    rates: LOOSE_RATES,
    passkeys,
    preRequest: 'private.check_request',
    ...options,
  }
  const backend = await (whole.dataDir || whole.databaseUrl
    ? openBackend(whole)
    : openOnCopy(whole.migrationsDir, (dataDir) => openBackend({ ...whole, dataDir })))
  return contractOf(backend, url)
}

async function openOnServer(server: string): Promise<Contract & { backend: Backend }> {
  const database = await copyServerDatabase(server, MIGRATIONS)
  const ours = await openOurs({ databaseUrl: database.url })
  return {
    ...ours,
    close: async () => {
      await ours.close()
      await database.drop()
    },
  }
}

function openProject(url: string, publishableKey: string, secretKey: string): Contract {
  return {
    name: 'Supabase',
    url,
    fetch: (request) => fetch(request),
    publishableKey,
    secretKey,
    ...clients(url, publishableKey, secretKey, (request) => fetch(request)),
    close: async () => {},
  }
}

/** Every system the contract is run against here: PGlite, or what the environment names instead (the suites run both). */
export function contractTargets(): { name: string; open: () => Promise<Contract> }[] {
  const { TEST_DATABASE_URL, SUPABASE_CONTRACT_URL, SUPABASE_CONTRACT_PUBLISHABLE_KEY, SUPABASE_CONTRACT_SECRET_KEY } =
    process.env
  const targets: { name: string; open: () => Promise<Contract> }[] = []
  if (TEST_DATABASE_URL) targets.push({ name: 'PostgreSQL', open: () => openOnServer(TEST_DATABASE_URL) })
  if (SUPABASE_CONTRACT_URL && SUPABASE_CONTRACT_PUBLISHABLE_KEY && SUPABASE_CONTRACT_SECRET_KEY)
    targets.push({
      name: 'Supabase',
      open: async () =>
        openProject(SUPABASE_CONTRACT_URL, SUPABASE_CONTRACT_PUBLISHABLE_KEY, SUPABASE_CONTRACT_SECRET_KEY),
    })
  return targets.length > 0 ? targets : [{ name: 'PGlite', open: () => openOurs() }]
}

/** Our backend only, for tests that read mails and set clocks: on PGlite, or on PostgreSQL if configured. */
export function ownTargets(): { name: string; open: () => Promise<Contract & { backend: Backend }> }[] {
  const server = process.env.TEST_DATABASE_URL
  return server
    ? [{ name: 'PostgreSQL', open: () => openOnServer(server) }]
    : [{ name: 'PGlite', open: () => openOurs() }]
}

let serial = 0

/** With its hash at bcrypt's lowest cost: at ours, making a member and signing in take 0.1 s of CPU each. */
const password = 'ein langes Passwort'
const passwordHash = '$2b$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK'

/** A confirmed member with a session, created without a mail. */
export async function member(
  contract: Contract,
): Promise<{ client: SupabaseClient; id: string; email: string; password: string; token: string }> {
  const email = `mitglied${Date.now()}${serial++}@gmx.de`
  const made = await contract
    .service()
    .auth.admin.createUser({ email, password_hash: passwordHash, email_confirm: true })
  if (made.error) throw made.error
  const client = contract.guest()
  const signedIn = await client.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  return { client, id: made.data.user.id, email, password, token: signedIn.data.session.access_token }
}
