/**
 * The sockets of one process for `crowd.ts`, with a faked database: each line on its input is a comment that all are told
 * of. Answers each with its own CPU time and memory so far.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { keyCaller } from '@hot/embedded/realtime/caller'
import { Connection } from '@hot/embedded/realtime/connection'
import { REALTIME_LIMITS } from '@hot/embedded/realtime/limits'
import { Subscriptions } from '@hot/embedded/realtime/subscriptions'
import { newsOfTable } from '@hot/embedded/realtime/table-changes'
import { networkOf } from '@hot/embedded/wire/networks'
import { WebSocketServer } from 'ws'
import { fakedDatabase, post, table } from './readers.ts'

const subscriptions = new Subscriptions([table])
const accepting = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
const server = createServer()
server.on('upgrade', (request, line, head) => {
  accepting.handleUpgrade(request, line, head, (socket) => {
    new Connection({
      socket,
      line,
      version: '2.0.0',
      own: keyCaller('anon'),
      keyIsValid: () => true,
      network: networkOf('127.0.0.1'),
      limits: REALTIME_LIMITS,
      // Each token is another member's.
      callers: {
        of: async (token = '') => ({
          role: 'authenticated',
          claims: JSON.stringify({ sub: token }),
          sub: token,
          expires: 4e9,
        }),
        held: async () => new Set(),
      },
      subscriptions,
      caughtUp: async () => {},
      admit: () => true,
      log: () => {},
    })
  })
})
const listeners = subscriptions.of(table)

async function comment(): Promise<void> {
  const change = { operation: 'INSERT', key: [post], at: '2026-01-01T00:00:00Z' } as const
  const tell = await newsOfTable(
    fakedDatabase(listeners.columns),
    { owner: 'app_owner', crowd: 500 },
    table,
    listeners,
    [change],
  )
  tell()
}

server.listen(0, '127.0.0.1', () => console.info(JSON.stringify({ port: (server.address() as AddressInfo).port })))
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'comment') await comment()
  // Until what was written has left.
  await pause(200)
  const { user, system } = process.cpuUsage()
  console.info(JSON.stringify({ cpu: (user + system) / 1_000, memory: process.memoryUsage().rss / 1_024 }))
}
process.exit(0)
