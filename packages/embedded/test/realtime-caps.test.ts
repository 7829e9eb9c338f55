import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import type { Backend } from '@hot/embedded'
import { REALTIME_LIMITS } from '@hot/embedded/realtime/limits'
import type { RealtimeClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Contract, member, openOurs } from './open-contract.ts'
import { connect, type Line, listen, openLine, rawSocket, soon, upgradeStatus } from './realtime-line.ts'

let contract: Contract & { backend: Backend }
let line: Line
const clients: RealtimeClient[] = []
/** Advances the clock of the sweep for silent sockets; with a short limit a busy machine would close them. */
let ahead = 0
const swept = () => new Promise((resolve) => setTimeout(resolve, 1_100))
beforeAll(async () => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  const realtimeLimits = {
    sockets: 12,
    socketsPerNetwork: 8,
    guestSocketsPerNetwork: 4,
    socketsPerMember: 2,
    channelsPerSocket: 6,
    bindingsPerChannel: 4,
    guestChannelsPerSocket: 5,
    guestBindingsPerChannel: 3,
    filtersPerSocket: 1_000,
    messageBurst: 20,
    messageBytes: 4_096,
    waitingBytes: 50_000,
    crowd: 3,
  }
  contract = await openOurs({ realtimeLimits, trustedProxies: ['127.0.0.1'] })
  line = await openLine(contract)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnect()))
  line.cut()
  await soon(() => contract.backend.realtime.size).toBe(0)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await contract?.close()
  await line?.close()
})

const address = (query = `apikey=${contract.publishableKey}&vsn=2.0.0`) => `${line.url}/websocket?${query}`
const client = async (token?: string) => {
  const made = await connect(line, contract, token)
  clients.push(made)
  return made
}
const join = (topic: string, config: object = {}) => ['1', '1', topic, 'phx_join', { config }]

/** A text frame as a client sends it (RFC 6455, 5.2), with a mask of zeros. */
function masked(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value))
  const length = text.length < 126 ? [0x80 | text.length] : [0xfe, text.length >> 8, text.length & 255]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text])
}

describe('A socket', () => {
  test.each([
    ['no API key', 'vsn=2.0.0', 401],
    ['a wrong API key', 'apikey=sb_publishable_x&vsn=2.0.0', 401],
    ['a protocol nobody speaks', `apikey=KEY&vsn=3.0.0`, 400],
  ])('is refused with %s', async (_, query, status) => {
    expect(await upgradeStatus(address(query.replace('KEY', contract.publishableKey)))).toBe(status)
  })

  test('of guests is limited per address', async () => {
    for (let n = 0; n < 4; n++) await rawSocket(line, contract)
    expect(await upgradeStatus(address())).toBe(429)
    expect(await upgradeStatus(address(), { 'x-forwarded-for': '203.0.113.7' })).toBe(101)
  })

  test('of guests is limited per IPv6 network', async () => {
    const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${n}` })
    for (let n = 0; n < 4; n++) await rawSocket(line, contract, '2.0.0', from(n))
    expect(await upgradeStatus(address(), from(9))).toBe(429)
    expect(await upgradeStatus(address(), { 'x-forwarded-for': '2001:db8:1:3::9' })).toBe(101)
  })

  test('is refused above the limits of an address, a member and the process', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => member(contract)))
    for (const { token } of people.slice(0, 4))
      for (const _ of [1, 2]) await listen(await client(token), { table: 'notes' })
    expect(await upgradeStatus(address())).toBe(429)
    for (let n = 0; n < 4; n++)
      expect(await upgradeStatus(address(), { 'x-forwarded-for': `203.0.113.${n}` })).toBe(101)
    await clients.pop()?.disconnect()
    const third = await client(people[0]?.token)
    await expect(listen(third, { table: 'notes' })).rejects.toThrow('ConnectionRateLimitReached')
  })

  test('of a guest may have filters of 256 characters, of a member longer ones', async () => {
    const filtered = (length: number) => ({ table: 'notes', filter: `body=eq.${'x'.repeat(length)}` })
    const stranger = await client()
    await expect(listen(stranger, filtered(300))).rejects.toThrow('more than 256 characters')
    await listen(await client((await member(contract)).token), filtered(300))
  })

  test('of a member has a limit for the filters of all channels together, without those of channels it left', async () => {
    const own = await client((await member(contract)).token)
    const filtered = (n: number) => ({ table: 'notes', filter: `body=eq.${String(n).repeat(400)}` })
    const first = await listen(own, filtered(1))
    await listen(own, filtered(2))
    await expect(listen(own, filtered(3))).rejects.toThrow('more than 1000 characters')
    await first.channel.unsubscribe()
    await listen(own, filtered(4))
  })

  test('has a limit of channels, and a channel one of bindings', async () => {
    const { send, messages } = await rawSocket(line, contract)
    for (let n = 1; n <= 6; n++) send(join(`realtime:${n}`))
    await soon(() => messages).toHaveLength(6)
    expect(messages.at(-1)).toMatchObject([
      '1',
      '1',
      'realtime:6',
      'phx_reply',
      { status: 'error', response: { reason: 'ChannelRateLimitReached: Too many channels' } },
    ])
    const binding = { event: '*', schema: 'public', table: 'books' }
    send(join('realtime:1', { postgres_changes: Array.from({ length: 4 }, () => binding) }))
    await soon(() => JSON.stringify(messages.at(-1))).toContain('More than 3 postgres_changes')
  })

  test('is closed after too many, too long or no messages', async () => {
    const loud = await rawSocket(line, contract)
    for (let n = 0; n < 30; n++) loud.send([null, String(n), 'phoenix', 'heartbeat', {}])
    expect(await loud.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
    const long = await rawSocket(line, contract)
    long.send([null, '1', 'phoenix', 'heartbeat', { x: 'x'.repeat(5_000) }])
    expect((await long.closed).code).toBe(1009)
    const still = await rawSocket(line, contract)
    ahead += REALTIME_LIMITS.silenceMs + 1_000
    expect(await still.closed).toEqual({ code: 1008, reason: 'No heartbeat' })
  })

  test('stays open with heartbeats', async () => {
    const { send, messages, socket } = await rawSocket(line, contract)
    for (const n of [1, 2]) {
      send([null, String(n), 'phoenix', 'heartbeat', {}])
      await soon(() => messages.length).toBe(n)
      ahead += REALTIME_LIMITS.silenceMs * 0.6
      await swept()
    }
    expect(messages[0]).toEqual([null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }])
    expect(socket.readyState).toBe(socket.OPEN)
  })

  test('that does not read is closed, even if it sends', async () => {
    const { hostname, port, pathname, search } = new URL(address())
    const slow = connectTcp(Number(port), hostname)
    slow.on('error', () => {}) // the closed connection
    const ask = `GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
    slow.write(`${ask}Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n`)
    await once(slow, 'data')
    const watched = { postgres_changes: [{ event: '*', schema: 'public', table: 'books' }] }
    slow.write(masked(join('realtime:x', watched)))
    await once(slow, 'data')
    slow.pause()
    const tags = ['x'.repeat(400_000)]
    for (let n = 0; n < 60 && contract.backend.realtime.size > 0; n++) {
      await contract.backend.query('insert into public.books (author_id, title, tags) values (2, $1, $2)', [
        `Dick ${n}`,
        tags,
      ])
      await new Promise((resolve) => setTimeout(resolve, 100))
      slow.write(masked([null, String(n), 'phoenix', 'heartbeat', {}]))
    }
    expect(contract.backend.realtime.size).toBe(0)
    slow.destroy()
  })
})

const titlesOf = ({ changes }: { changes: readonly { new: object }[] }) =>
  changes.map((change) => ('title' in change.new ? change.new.title : undefined))

describe('A crowd', () => {
  test('that agreed to it hears once a second that something changed; the client as it comes hears of each row', async () => {
    const plain = await listen(await client((await member(contract)).token), { event: 'INSERT', table: 'books' })
    const heard: { rows: unknown[]; said: Record<string, unknown>[] }[] = []
    for (const _ of [1, 2]) {
      const mine = { rows: [] as unknown[], said: [] as Record<string, unknown>[] }
      heard.push(mine)
      const options = { config: { postgres_changes_options: { wait: true, gather: true } } }
      const channel = (await client((await member(contract)).token)).channel(`Menge ${heard.length}`, options)
      const joined = Promise.withResolvers<void>()
      channel
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'books' }, (change) =>
          mine.rows.push(change.new),
        )
        .on('system', {}, (message) => mine.said.push(message))
        .subscribe((state) => state === 'SUBSCRIBED' && joined.resolve())
      await joined.promise
    }
    const titles = Array.from({ length: 4 }, (_, n) => `Ansturm ${Date.now()} ${n}`)
    for (const title of titles) {
      await contract.service().from('books').insert({ author_id: 1, title })
      await soon(() => titlesOf(plain)).toContain(title)
    }
    expect(titlesOf(plain)).toEqual(titles)
    for (const { rows, said } of heard) {
      await soon(() => said.some(({ message }) => message === 'Changed') || rows.length === titles.length).toBe(true)
      for (const message of said.filter((one) => one.message === 'Changed'))
        expect(message).toMatchObject({ extension: 'postgres_changes', status: 'ok', within: 60 })
    }
  })
})

describe('Garbage', () => {
  test.each([
    '',
    '{',
    'null',
    '[]',
    '[1,2,3]',
    '{"topic":1}',
    '["1","1","realtime:x",7,{}]',
    '"phx_join"',
    `["1","1","${'t'.repeat(300)}","phx_join",{}]`,
  ])('closes the socket: %s', async (text) => {
    const { socket, closed } = await rawSocket(line, contract)
    socket.send(text)
    expect((await closed).code).toBe(1003)
  })

  test.each([Buffer.alloc(0), Buffer.from([3]), Buffer.from([3, 255, 255, 255, 0, 0, 1, 65]), Buffer.from('phx_join')])(
    'in binary closes the socket, %#',
    async (bytes) => {
      const { socket, closed } = await rawSocket(line, contract)
      socket.send(bytes)
      expect((await closed).code).toBe(1003)
    },
  )

  test.each([
    ['a topic without a name', 'realtime:', {}, 'TopicNameRequired'],
    ['a topic of another kind', 'room:1', {}, 'TopicNameRequired'],
    ['a payload that is none', 'realtime:x', 7, 'InvalidJoinPayload'],
    [
      'bindings that are none',
      'realtime:x',
      { config: { postgres_changes: [{ event: 'BOOM' }] } },
      'InvalidJoinPayload',
    ],
    ['a token that is none', 'realtime:x', { access_token: {} }, 'InvalidJoinPayload'],
  ])('in a join is answered: %s', async (_, topic, payload, reason) => {
    const { send, messages } = await rawSocket(line, contract)
    send(['1', '2', topic, 'phx_join', payload])
    await soon(() => messages).toMatchObject([['1', '2', topic, 'phx_reply', { status: 'error' }]])
    expect(JSON.stringify(messages)).toContain(reason)
  })

  test('for an unknown or closed channel is answered as by Phoenix', async () => {
    const { send, messages } = await rawSocket(line, contract)
    send(['9', '1', 'realtime:x', 'access_token', { access_token: 'x' }])
    send(['9', '2', 'realtime:x', 'phx_leave', {}])
    await soon(() => messages).toEqual([
      ['9', '1', 'realtime:x', 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
      ['9', '2', 'realtime:x', 'phx_reply', { status: 'ok', response: {} }],
    ])
  })

  test('in a notification of somebody who may write SQL reports nothing', async () => {
    const me = await member(contract)
    const heard = await listen(await client(me.token), { table: 'books' })
    for (const payload of ['', '{', 'null', '{"s":"public","t":"books","o":"INSERT","k":[["1"]]}'])
      await contract.backend.query(`select pg_notify('embedded_realtime', $1)`, [payload])
    await contract.service().from('books').insert({ author_id: 1, title: 'Echt' })
    await soon(() => heard.changes.map((change) => change.new)).toMatchObject([{ title: 'Echt' }])
    expect(heard.states).toEqual(['SUBSCRIBED'])
  })

  test.each(['anon', 'authenticated', 'service_role'])('cannot be queued, read or deleted by %s', async (role) => {
    for (const sql of [
      `insert into embedded_realtime.changes (operation) values ('AUTH')`,
      'select * from embedded_realtime.changes',
      'delete from embedded_realtime.changes',
      'update embedded_realtime.cleaning set at = now()',
    ])
      await expect(contract.backend.queryAs({ role }, sql)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('Broadcast and presence', () => {
  test('are not supported: joining is allowed, sending is refused', async () => {
    const sender = await client()
    const channel = sender.channel('raum', { config: { broadcast: { ack: true }, presence: { enabled: true } } })
    const states: string[] = []
    channel.subscribe((state) => states.push(state))
    await soon(() => states).toEqual(['SUBSCRIBED'])
    expect(channel.presenceState()).toEqual({})
    expect(await channel.send({ type: 'broadcast', event: 'ruf', payload: { text: 'Hallo' } })).toBe('error')
    expect(await channel.track({ da: true })).toBe('error')
  })
})
