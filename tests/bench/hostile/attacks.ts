/**
 * What hostile addresses send: each the worst of a kind of request, from other loopback addresses than the visitors
 * that are measured. An attack repeats its request as fast as it is answered, over `lanes` lanes.
 */
import http from 'node:http'
import net from 'node:net'
import WebSocket from 'ws'

const attacker = '127.0.0.66'

/** What an attacker knows: the address, the public key, and an account of their own. */
export type Target = {
  host: string
  port: number
  key: string
  member: string
  /** Text parameters of the functions that guests may call. */
  texts: readonly { name: string; parameter: string; others: Readonly<Record<string, unknown>> }[]
}

export type Attack = {
  lanes: number
  /** Sends one request and resolves with its status, 0 without an answer; `turn` counts the attack's requests. */
  send: (target: Target, turn: number) => Promise<number>
}

const agentFrom = (localAddress: string) => new http.Agent({ keepAlive: true, maxSockets: 400, localAddress })
const agent = agentFrom(attacker)
/** IPv4 addresses are networks of their own. */
const networks = Array.from({ length: 10 }, (_, at) => agentFrom(`127.0.1.${at + 1}`))

type Sent = {
  method?: string
  body?: string | object
  token?: string | undefined
  type?: string
  from?: http.Agent | undefined
}

function send({ host, port, key }: Target, path: string, sent: Sent = {}): Promise<number> {
  const { method, body, token, type, from = agent } = sent
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const headers: Record<string, string> = { apikey: key, authorization: `Bearer ${token ?? key}` }
  if (text !== undefined) {
    headers['content-type'] = type ?? 'application/json'
    headers['content-length'] = String(Buffer.byteLength(text))
  }
  return new Promise((resolve) => {
    const request = http.request(
      {
        host,
        port,
        path,
        agent: from,
        method: method ?? (text === undefined ? 'GET' : 'POST'),
        headers,
        timeout: 30_000,
      },
      (response) => response.on('end', () => resolve(response.statusCode ?? 0)).resume(),
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
    request.end(text)
  })
}

/** Two classes of combining marks in turn, which Unicode normalisation has to sort (about 2 MB as UTF-8). */
const marks = '\u0301\u0316'.repeat(500_000)
/** Short enough for the body of a member, and of a guest. */
const fewerMarks = '\u0301\u0316'.repeat(50_000)
const fewMarks = '\u0301\u0316'.repeat(15_000)

const embeds =
  '/rest/v1/stars?select=id,season_participants(star_id,seasons(id,season_participants(stars(id,season_participants(star_id,seasons(id,season_participants(stars(id))))))))&limit=60'

const badInput: readonly (readonly [path: string, sent?: Sent])[] = [
  ['/rest/v1/stars?slug=eq.true'],
  ['/rest/v1/stars?is_active=isdistinct.true'],
  ['/rest/v1/rpc/search_all', { body: { p_query: true } }],
  ['/rest/v1/analytics_events', { body: { event_type: { a: 1 } } }],
  ['/storage/v1/object/list/avatars', { body: { prefix: '', sortBy: { column: 'name', order: 'x' } } }],
]

/** Opens an upload of 10 MB and withholds its last byte for ten seconds. */
function heldBody({ host, port }: Target): Promise<number> {
  const length = 10_000_000
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, localAddress: attacker })
    socket.on('error', () => resolve(0))
    socket.on('close', () => resolve(0))
    socket.setTimeout(10_000, () => socket.destroy())
    socket.write(
      `PUT /storage/v1/object/upload/sign/a/b HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-length: ${length}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(length - 1))
    socket.resume()
  })
}

/** One socket that joins 100 channels with eight filters of 7 kB each and leaves again. */
function joins({ host, port, key }: Target): Promise<number> {
  const filter = `title=eq.${'x'.repeat(7_000)}`
  const postgres_changes = Array.from({ length: 8 }, () => ({
    event: '*',
    schema: 'public',
    table: 'community_posts',
    filter,
  }))
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${host}:${port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`, {
      localAddress: attacker,
    })
    socket.on('error', () => resolve(0))
    socket.on('close', () => resolve(0))
    socket.on('open', () => {
      for (let channel = 0; channel < 100; channel += 1)
        socket.send(
          JSON.stringify([`${channel}`, '1', `realtime:c${channel}`, 'phx_join', { config: { postgres_changes } }]),
        )
      setTimeout(() => socket.terminate(), 5_000)
    })
  })
}

/** The dearest requests of guests that are answered (docs/performance.md), each with what makes it miss every cache. */
const dear: readonly ((turn: number) => readonly [path: string, sent?: Sent])[] = [
  (turn) => [`/suche?q=z${turn.toString(36)}`],
  (turn) => [`/trashtalk?tag=z${turn.toString(36)}`],
  (turn) => [`/stars?q=z${turn.toString(36)}`],
  (turn) => [`/kalender?format=erfunden-${turn}`],
  () => ['/rest/v1/rpc/search_page', { body: { p_query: 'dschungel', p_kind: null, p_after: null, p_limit: 50 } }],
  (turn) => [`/og/post/erfunden-${turn}.png`],
  () => ['/trashtalk.rss'],
  (turn) => ['/auth/v1/token?grant_type=password', { body: account(turn % 100) }],
  (turn) => ['/auth/v1/signup', { body: account(turn) }],
  (turn) => ['/auth/v1/recover', { body: { email: `opfer${turn}@gmx.de` } }],
]

const account = (turn: number) => ({ email: `opfer${turn}@gmx.de`, password: 'Falsch-geraten-1' })

export const attacks: Readonly<Record<string, Attack>> = {
  'marks to functions': {
    lanes: 2,
    send: (target, turn) => {
      const text = target.texts[turn % target.texts.length]
      if (!text) throw new Error('no function takes a text')
      const value = turn % 2 ? marks : fewMarks
      return send(target, `/rest/v1/rpc/${text.name}`, { body: { ...text.others, [text.parameter]: value } })
    },
  },
  'marks from a member': {
    lanes: 2,
    send: (target, turn) =>
      send(target, '/rest/v1/community_posts', {
        token: target.member,
        body: { title: turn % 2 ? fewerMarks : 'Titel', content: fewerMarks, type: 'discussion' },
      }),
  },
  'nested embeds': { lanes: 4, send: (target) => send(target, embeds) },
  'wrong types': {
    lanes: 10,
    send: (target, turn) => {
      const [path, sent] = badInput[turn % badInput.length] ?? ['/rest/v1/stars']
      return send(target, path, sent)
    },
  },
  'wrong passwords': {
    lanes: 60,
    send: (target, turn) => send(target, '/auth/v1/token?grant_type=password', { body: account(turn % 100) }),
  },
  'invented sign-ups': { lanes: 20, send: (target, turn) => send(target, '/auth/v1/signup', { body: account(turn) }) },
  'long keys of limits': {
    lanes: 10,
    send: (target, turn) =>
      send(target, '/auth/v1/token?grant_type=password', {
        body: { email: `${turn}${'x'.repeat(60_000)}@gmx.de`, password: 'Falsch-geraten-1' },
      }),
  },
  'bodies held open': { lanes: 30, send: heldBody },
  'realtime joins': { lanes: 4, send: joins },
  'emptied caches': {
    lanes: 4,
    send: (target) =>
      send(target, '/rest/v1/rpc/remove_push_device', {
        token: target.member,
        body: { p_id: '00000000-0000-4000-8000-000000000000' },
      }),
  },
  'invented filters': { lanes: 10, send: (target, turn) => send(target, `/kalender?format=erfunden-${turn}`) },
  'three networks search': {
    lanes: 30,
    send: (target, turn) => send(target, `/suche?q=z${turn.toString(36)}`, { from: networks[turn % 3] }),
  },
  'ten networks': {
    lanes: 100,
    send: (target, turn) => {
      const [path, sent] = dear[turn % dear.length]?.(turn) ?? ['/']
      return send(target, path, { ...sent, from: networks[Math.floor(turn / dear.length) % networks.length] })
    },
  },
  'uncached pages': { lanes: 100, send: (target, turn) => send(target, `/stars?q=z${turn.toString(36)}`) },
}
