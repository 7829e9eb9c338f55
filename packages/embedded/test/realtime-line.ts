import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Backend } from '@hot/embedded'
import { type RealtimeChannel, RealtimeClient, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { expect } from 'vitest'
import WebSocket from 'ws'
import type { Contract } from './open-contract.ts'

/** Polls for long, because messages may arrive late on a busy machine. */
export const soon = <T>(probe: () => T) => expect.poll(probe, { timeout: 20_000 })

type Row = Record<string, unknown>
export type Watch = { event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; table: string; filter?: string }
export type Heard = { changes: RealtimePostgresChangesPayload<Row>[]; system: Row[]; states: string[] }

export type Line = {
  url: string
  /** Breaks every open socket without a closing handshake, as a lost network does. */
  cut: () => void
  close: () => Promise<void>
}

/** A backend's sockets on a port of the test. */
export async function openLine({ backend }: { backend: Backend }): Promise<Line> {
  const server = createServer()
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    backend.realtime.upgrade(request, socket, head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/realtime/v1`,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => void server.close(),
  }
}

/** The official client, as the app sets it up; `token` undefined: a guest. */
export async function connect(
  line: Line,
  contract: Contract,
  token?: string,
  options: { vsn?: string } = {},
): Promise<RealtimeClient> {
  const client = new RealtimeClient(line.url, {
    params: { apikey: contract.publishableKey },
    transport: WebSocket as unknown as typeof globalThis.WebSocket,
    reconnectAfterMs: () => 50,
    ...options,
  })
  if (token) await client.setAuth(token)
  return client
}

let serial = 0

/** Subscribes and collects. Resolves once the client says SUBSCRIBED, rejects with what it says instead. */
export async function listen(
  client: RealtimeClient,
  ...watches: Watch[]
): Promise<Heard & { channel: RealtimeChannel }> {
  const heard: Heard = { changes: [], system: [], states: [] }
  let channel = client.channel(`test ${++serial}`)
  for (const { event = '*', table, filter } of watches)
    channel = channel.on(
      'postgres_changes' as const,
      { event: event as '*', schema: 'public', table, ...(filter ? { filter } : {}) },
      (change: RealtimePostgresChangesPayload<Row>) => heard.changes.push(change),
    )
  channel = channel.on('system', {}, (message: Row) => heard.system.push(message))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  channel.subscribe((state, error) => {
    heard.states.push(state)
    if (state === 'SUBSCRIBED') resolve()
    else reject(error ?? new Error(state))
  })
  await promise
  return { ...heard, channel }
}

/** A socket without the client, for messages that the client never sends. */
export async function rawSocket(line: Line, contract: Contract, vsn = '2.0.0', headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${line.url}/websocket?apikey=${contract.publishableKey}&vsn=${vsn}`, { headers })
  const messages: unknown[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }))
  await once(socket, 'open')
  return { socket, messages, closed, send: (value: unknown) => socket.send(JSON.stringify(value)) }
}

/** The HTTP status with which a socket is refused; 101: it is not. */
export async function upgradeStatus(address: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(address, { headers })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  socket.on('unexpected-response', (request, response) => {
    resolve(response.statusCode ?? 0)
    request.destroy()
  })
  socket.on('open', () => {
    resolve(101)
    socket.close()
  })
  socket.on('error', reject)
  return promise
}
