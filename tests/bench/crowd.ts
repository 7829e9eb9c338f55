/**
 * What open sockets cost the process that holds them: memory of each, and CPU of a comment that all of them are told of,
 * with the writes. 2,000 members on one post, without a database, on one machine with their clients.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { createInterface } from 'node:readline'
import { post } from './readers.ts'

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 2_000)
const COMMENTS = 20

/** A member who reads the post's comments. */
async function open(port: number, member: number, onMessage: () => void): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket`)
  const subscribed = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    const text = String(data)
    if (text.includes('"Subscribed to PostgreSQL"')) subscribed.resolve()
    else if (text.includes('"postgres_changes",{"ids"')) onMessage()
  })
  await once(socket, 'open')
  const postgres_changes = [{ event: '*', schema: 'public', table: 'comments', filter: `post_id=eq.${post}` }]
  const payload = { config: { postgres_changes }, access_token: `e30.${member}.x` }
  socket.send(JSON.stringify(['1', '1', `realtime:rows-${member % 20}`, 'phx_join', payload]))
  await subscribed.promise
  return socket
}

type Used = { cpu: number; memory: number }

export async function benchCrowd(): Promise<void> {
  console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} before`)
  const child = spawn(process.execPath, ['tests/bench/crowd-server.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const heard = async <T>() => JSON.parse(String((await lines.next()).value)) as T
  const ask = (what: 'comment' | 'count') => {
    child.stdin.write(`${what}\n`)
    return heard<Used>()
  }
  const { port } = await heard<{ port: number }>()
  const empty = await ask('comment')
  let messages = 0
  let count = 0
  while (count < SOCKETS) await Promise.all(Array.from({ length: 50 }, () => open(port, count++, () => messages++)))
  const full = await ask('count')
  const times: number[] = []
  for (let at = 0, before = full; at < COMMENTS; at++) {
    const after = await ask('comment')
    times.push(after.cpu - before.cpu)
    before = after
  }
  times.sort((a, b) => a - b)
  const median = times[COMMENTS / 2] ?? 0
  console.info(`${count} sockets: ${((full.memory - empty.memory) / count).toFixed(1)} kB each`)
  console.info(
    `a comment: ${median.toFixed(1)} ms of CPU, ${((median * 1_000) / count).toFixed(1)} µs for each; ${messages} messages arrived`,
  )
  child.kill('SIGTERM')
  await once(child, 'exit')
}
