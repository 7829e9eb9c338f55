/**
 * The backend with members and a post as a separate process for `sockets.ts`, so that its cost is measured apart from
 * that of two hundred clients. Prints one line of JSON once it answers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openEmbedded } from '../../server/backend/embedded-backend.ts'

const [, , databaseUrl = '', count = '200'] = process.argv
const many = { times: 100_000, seconds: 60 }
const backend = await openEmbedded({
  ...(databaseUrl === 'pglite' ? {} : { databaseUrl }),
  siteUrl: 'http://127.0.0.1',
  jobs: false,
  rates: { forms: many, token: many, verify: many },
  // All clients have the same address.
  realtimeLimits: { socketsPerNetwork: 1_000, guestSocketsPerNetwork: 1_000, connectsPerMinute: 10_000 },
})

async function ask<Answer>(path: string, key: string, body: object): Promise<Answer> {
  const response = await backend.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Signed in by link: hashing and comparing two hundred passwords takes minutes. */
async function member(number: number): Promise<string> {
  const email = `mitglied${number}@gmx.de`
  await ask('/auth/v1/admin/users', backend.secretKey, { email, email_confirm: true })
  const link = await ask<{ hashed_token: string }>('/auth/v1/admin/generate_link', backend.secretKey, {
    type: 'magiclink',
    email,
  })
  const proof = { type: 'magiclink', token_hash: link.hashed_token }
  return (await ask<{ access_token: string }>('/auth/v1/verify', backend.publishableKey, proof)).access_token
}

const tokens: string[] = []
for (let number = 0; number < Number(count); number++) tokens.push(await member(number))
// Without a nickname nobody may write.
await backend.query(`update public.profiles set nickname = 'm_' || right(id::text, 12)`)
const [post] = await backend.query<{ id: string }>(
  `insert into public.community_posts (title, type, status, author_id)
   values ('Wer zieht dieses Jahr ein?', 'discussion', 'approved', null) returning id`,
)

// With other rows around: in a tiny table a sequential scan costs nothing and would not be noticed.
for (const statement of [
  'alter table public.community_posts disable trigger user',
  `insert into public.community_posts (title, slug, day, type, status, author_id)
   select 'Beitrag ' || n, 'beitrag-' || n, date '2026-01-01', 'discussion', 'approved', null from generate_series(1, 20000) n`,
  'alter table public.community_posts enable trigger user',
  'analyze public.community_posts',
])
  await backend.query(statement)

// As the web server does before it listens: a process's first query reads the database's schema, which takes seconds.
const first = new Request('http://127.0.0.1/rest/v1/community_posts?select=id&limit=1', {
  headers: { apikey: backend.publishableKey },
})
if (!(await backend.fetch(first)).ok) throw new Error('the backend does not answer')

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
