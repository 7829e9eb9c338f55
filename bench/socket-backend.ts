/**
 * The backend with members and a post, as a process of its own, for `sockets.ts`: what it costs must not be mixed with
 * what two hundred clients cost. Prints one line of JSON once it answers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openBackend } from '../local/src/backend.ts'

const [, , databaseUrl = '', count = '200'] = process.argv
const many = { times: 100_000, seconds: 60 }
const backend = await openBackend({
  ...(databaseUrl === 'pglite' ? {} : { databaseUrl }),
  siteUrl: 'http://127.0.0.1',
  migrationsDir: 'supabase/migrations',
  jobs: [],
  rates: { forms: many, token: many },
  // All of them come from this machine here.
  realtimeLimits: { socketsPerAddress: 1_000, guestSocketsPerAddress: 1_000, connectsPerMinute: 10_000 },
})

async function ask(path: string, key: string, body: object): Promise<{ access_token: string }> {
  const response = await backend.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as { access_token: string }
}

async function member(number: number): Promise<string> {
  const account = { email: `mitglied${number}@gmx.de`, password: 'ein langes Passwort' }
  await ask('/auth/v1/admin/users', backend.secretKey, { ...account, email_confirm: true })
  return (await ask('/auth/v1/token?grant_type=password', backend.publishableKey, account)).access_token
}

const tokens: string[] = []
for (let number = 0; number < Number(count); number++) tokens.push(await member(number))
const [post] = await backend.query<{ id: string }>(
  `insert into public.community_posts (title, type, status, author_id)
   values ('Wer zieht dieses Jahr ein?', 'discussion', 'approved', null) returning id`,
)

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = await text(incoming)
  const request = new Request(`http://127.0.0.1${incoming.url}`, { method: incoming.method ?? 'GET', headers, body })
  const response = await backend.fetch(request)
  outgoing.writeHead(response.status).end(await response.text())
}

const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
server.on('upgrade', (request, socket, head) => backend.realtime.upgrade(request, socket, head))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.info(JSON.stringify({ port, key: backend.publishableKey, tokens, post: post?.id }))
})
process.on('SIGTERM', () => void backend.close().then(() => process.exit(0)))
