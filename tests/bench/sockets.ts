/**
 * How fast a write reaches all clients on the same post: 200 members with a socket each, 20 comments a second for
 * ten seconds, on PostgreSQL. The clock starts before the write is sent and stops when a client has the message.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '@hot/embedded/database/postgres'
import { startPostgres } from '../../scripts/suites/throwaway-postgres.ts'
import { cpuSeconds } from './cpu.ts'

const SOCKETS = 200
const WRITES_A_SECOND = 20
const SECONDS = 10
const IN_TIME_MS = 300

type Setup = { port: number; key: string; tokens: string[]; post: string }

async function startBackend(databaseUrl: string): Promise<{ process: ChildProcess; setup: Setup }> {
  const child = spawn(process.execPath, ['tests/bench/socket-backend.ts', databaseUrl, String(SOCKETS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) return { process: child, setup: JSON.parse(line) as Setup }
  throw new Error('the backend ended')
}

/** A member on the post's page: the post's counters, comments, and their own notifications. */
async function openSocket({ port, key, post }: Setup, token: string, onChange: (text: string) => void) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`)
  const subscribed = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    const text = String(data)
    if (text.includes('"Subscribed to PostgreSQL"')) subscribed.resolve()
    else if (text.includes('"postgres_changes",{"ids"')) onChange(text)
  })
  await once(socket, 'open')
  const watch = (table: string, filter: string) => ({ event: '*', schema: 'public', table, filter })
  const postgres_changes = [
    watch('comments', `post_id=eq.${post}`),
    watch('community_posts', `id=eq.${post}`),
    watch('notifications', `user_id=eq.${memberOf(token)}`),
  ]
  socket.send(
    JSON.stringify(['1', '1', 'realtime:post', 'phx_join', { config: { postgres_changes }, access_token: token }]),
  )
  await subscribed.promise
  return socket
}

const comment = ({ port, key, post }: Setup, token: string) =>
  fetch(`http://127.0.0.1:${port}/rest/v1/comments`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ post_id: post, content: 'Das sehe ich anders.' }),
  })

const memberOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub

function report(latencies: number[], expected: number): void {
  latencies.sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(latencies[Math.floor(latencies.length * share)] ?? 0)} ms`
  const inTime = latencies.filter((latency) => latency <= IN_TIME_MS).length
  console.info(`messages expected ${expected}, arrived ${latencies.length}`)
  console.info(`within ${IN_TIME_MS} ms: ${((100 * inTime) / expected).toFixed(1)} % (wanted: 95 %)`)
  console.info(`half ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, slowest ${at(0.9999)}`)
}

/** CPU seconds of all server processes with clients; connections of the backend stay open in between. */
async function databaseSeconds(url: string): Promise<number> {
  const engine = openPostgres(url, () => {})
  const { rows } = await engine.session((session) =>
    session.query("select pid from pg_stat_activity where application_name = 'hot' and pid <> pg_backend_pid()"),
  )
  await engine.close()
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(Number(pid)), 0)
}

async function measure(setup: Setup, backend: ChildProcess, databaseUrl: string): Promise<void> {
  const sent = new Map<string, number>()
  const latencies: number[] = []
  const onChange = (text: string) => {
    const now = performance.now()
    const member = /"table":"comments".*"author_id":"([0-9a-f-]{36})"/.exec(text)?.[1]
    const began = member && sent.get(member)
    if (began) latencies.push(now - began)
  }
  const sockets = await Promise.all(setup.tokens.map((token) => openSocket(setup, token, onChange)))
  console.info(`${sockets.length} sockets open`)
  const [cpu, databaseCpu] = [cpuSeconds(backend.pid ?? 0), await databaseSeconds(databaseUrl)]
  const writes = WRITES_A_SECOND * SECONDS
  const answers: Promise<Response>[] = []
  const began = performance.now()
  for (let write = 0; write < writes; write++) {
    await pause(Math.max(0, began + (write * 1_000) / WRITES_A_SECOND - performance.now()))
    const token = setup.tokens[write % setup.tokens.length] ?? ''
    sent.set(memberOf(token), performance.now())
    answers.push(comment(setup, token))
  }
  const refused = (await Promise.all(answers)).filter(({ ok }) => !ok)
  if (refused[0]) console.info(`${refused.length} of ${writes} writes refused: ${await refused[0].text()}`)
  await pause(3_000)
  report(latencies, (writes - refused.length) * sockets.length)
  const used = [cpuSeconds(backend.pid ?? 0) - cpu, (await databaseSeconds(databaseUrl)) - databaseCpu]
  console.info(`CPU of the backend ${used[0]?.toFixed(2)} s, of PostgreSQL ${used[1]?.toFixed(2)} s`)
  for (const socket of sockets) socket.close()
}

export async function benchSockets(): Promise<void> {
  console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} before`)
  const postgres = await startPostgres()
  try {
    const { process: backend, setup } = await startBackend(postgres.url)
    try {
      await measure(setup, backend, postgres.url)
    } finally {
      backend.kill('SIGTERM')
      await once(backend, 'exit')
    }
  } finally {
    postgres.stop()
  }
}
