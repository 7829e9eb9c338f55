/** A server as `supabase start` would give it to a suite: the embedded backend with the suite's schema on the suite's port. */
import fs from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { type Backend, type BackendOptions, openBackend } from '@hot/embedded'
import { BULK_LIMITS } from '@hot/embedded/database/limits'
import { sqlStatements } from '@hot/embedded/database/migrate'
import { openPglite } from '@hot/embedded/database/pglite'
import { transaction } from '@hot/embedded/database/transaction'
import { ensurePlatform } from '@hot/embedded/platform/platform'
import { decodeJwt } from 'jose'
import type { Project } from './suites.ts'

/** No suite is about limits, and all its requests come from one address. */
const LOOSE = { times: 1_000_000, seconds: 24 * 3600 }
const looseRates: BackendOptions['rates'] = {
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

/**
 * Runs the suite's schema, each statement for itself: what needs PostGIS, a superuser or a schema that is not here is left out and
 * told of, and the tests that ask for it fail.
 */
async function makeSchema(pgDir: string, { sql }: Project): Promise<string[]> {
  const engine = await openPglite(pgDir)
  const leftOut: string[] = []
  try {
    const { owner } = await ensurePlatform(engine)
    for (const { name, text } of sql)
      for (const { text: statement, line } of sqlStatements(text))
        try {
          await transaction(engine, owner, ({ exec }) => exec(statement), BULK_LIMITS)
        } catch (error) {
          leftOut.push(`${name}, line ${line}: ${error instanceof Error ? error.message : String(error)}`)
        }
  } finally {
    await engine.close()
  }
  return leftOut
}

/** The role of a key that the suites carry: a token of Supabase's demo secret, or the keys that its CLI prints. */
function roleOfKey(key: string): 'anon' | 'service_role' | undefined {
  if (key.startsWith('sb_publishable_')) return 'anon'
  if (key.startsWith('sb_secret_')) return 'service_role'
  try {
    const { iss, role, sub } = decodeJwt(key)
    if (sub !== undefined || (iss !== undefined && !iss.startsWith('supabase'))) return undefined
    return role === 'anon' || role === 'service_role' ? role : undefined
  } catch {
    return undefined // no token: the backend says so itself
  }
}

/** The request with this installation's keys in place of the suites'. One without a key gets the publishable one, as locally. */
function withOurKeys(request: Request, backend: Backend): Request {
  const headers = new Headers(request.headers)
  const bearer = headers.get('authorization')?.replace(/^Bearer /i, '')
  const fromBearer = bearer === undefined ? undefined : roleOfKey(bearer)
  const role = fromBearer ?? roleOfKey(headers.get('apikey') ?? '') ?? 'anon'
  headers.set('apikey', role === 'service_role' ? backend.secretKey : backend.publishableKey)
  if (fromBearer) headers.delete('authorization')
  return new Request(request, { headers, ...(request.body && { duplex: 'half' }) })
}

/** GoTrue's `mailer_autoconfirm`, which the embedded backend does not offer: confirmed as staff, then signed in. */
async function confirmed(request: Request, answer: Response, backend: Backend): Promise<Response> {
  const body = (await answer.clone().json()) as { id?: string; user?: { id?: string }; access_token?: string }
  const id = body.user?.id ?? body.id
  if (!answer.ok || !id || body.access_token) return answer
  const { origin } = new URL(request.url)
  const ask = (at: string, method: string, key: string, content: object) =>
    backend.fetch(
      new Request(`${origin}/auth/v1/${at}`, {
        method,
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify(content),
      }),
    )
  const { email, password } = (await request.json()) as { email?: string; password?: string }
  await ask(`admin/users/${id}`, 'PUT', backend.secretKey, { email_confirm: true })
  return ask('token?grant_type=password', 'POST', backend.publishableKey, { email, password })
}

/** Answers a suite's request. */
async function answer(received: Request, backend: Backend, { autoconfirm }: Project): Promise<Response> {
  const { pathname } = new URL(received.url)
  const isSignUp = autoconfirm && received.method === 'POST' && pathname === '/auth/v1/signup'
  const copy = isSignUp ? received.clone() : undefined
  const given = await backend.fetch(withOurKeys(received, backend), { remoteAddress: '127.0.0.1' })
  await backend.idle()
  return copy ? confirmed(copy, given, backend) : given
}

export type Stand = {
  /** Statements of the suite's schema that this database refuses, with the reason. */
  leftOut: string[]
  close(): Promise<void>
}

/** Opens a stand on the suite's port; 0 in its `config.toml` is no port. Fails when the port is taken. */
export async function openStand(project: Project): Promise<Stand> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'conformance-'))
  const leftOut = await makeSchema(path.join(dataDir, 'pg'), project)
  const none = path.join(dataDir, 'migrations')
  fs.mkdirSync(none)
  const siteUrl = `http://127.0.0.1:${project.port}`
  const backend = await openBackend({
    dataDir,
    migrationsDir: none,
    siteUrl,
    rates: looseRates,
    passkeys: { name: 'Test' },
  })
  const server = http.createServer(getRequestListener((request) => answer(request, backend, project)))
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const url = new URL(request.url ?? '/', siteUrl)
    url.searchParams.set('apikey', backend.publishableKey)
    request.url = `${url.pathname}${url.search}`
    backend.realtime.upgrade(request, socket, head)
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await backend.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(project.port, '127.0.0.1', resolve)
    })
  } catch (error) {
    await close()
    throw error
  }
  return { leftOut, close }
}
