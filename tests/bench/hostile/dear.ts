/**
 * CPU that the server takes for the dearest requests of guests, from the kernel's own accounting, so that other load of the
 * machine hardly matters. Each is sent one after the other, from many addresses, because limits count networks.
 */
import http from 'node:http'
import { cpuSeconds } from '../cpu.ts'
import { type BenchServer, startBenchServer } from '../server.ts'

const times = 60

type Sent = { path: string; body?: object }
type Dear = (turn: number) => Sent

const rest = (path: string): Dear => {
  return () => ({ path: `/rest/v1/${path}` })
}
const terms = Array.from({ length: 500 }, (_, at) => `wort${at}`).join('|')

/** `posts`, `stars`: keys of pictures that nobody has asked for yet. */
const requests = (posts: readonly string[], stars: readonly string[]): Readonly<Record<string, Dear>> => ({
  'match with a back reference': rest(`stars?select=id&name=match.${encodeURIComponent('(.*)(.*)\\1\\2$')}`),
  'match with bounds': rest(`stars?select=id&name=match.${encodeURIComponent('(a{0,200}){0,200}x')}`),
  'full text of 500 terms': rest(`community_posts?select=id&title=fts.${encodeURIComponent(terms)}`),
  'picture of a post': (turn) => ({ path: `/og/post/${posts[turn % posts.length]}.png` }),
  'picture of a star': (turn) => ({ path: `/og/star/${stars[turn % stars.length]}.png` }),
  'wrong password': (turn) => ({
    path: '/auth/v1/token?grant_type=password',
    body: { email: `opfer${turn}@gmx.de`, password: 'Falsch-geraten-1' },
  }),
  'dates with two embeds': rest('calendar_events?select=*,formats(*),seasons(*)'),
  '/suche': (turn) => ({ path: `/suche?q=z${turn.toString(36)}` }),
  '/trashtalk': (turn) => ({ path: `/trashtalk?tag=z${turn.toString(36)}` }),
  search_page: () => ({
    path: '/rest/v1/rpc/search_page',
    body: { p_query: 'dschungel', p_kind: null, p_after: null, p_limit: 50 },
  }),
})

function send({ url }: BenchServer, key: string, turn: number, { path, body }: Sent): Promise<[number, string]> {
  const text = body && JSON.stringify(body)
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const options = { method: text ? 'POST' : 'GET', headers, localAddress: `127.0.3.${(turn % 200) + 1}` }
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, options, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        answer += chunk
      })
      response.on('end', () => resolve([response.statusCode ?? 0, answer]))
    })
    request.on('error', reject)
    request.end(text)
  })
}

async function keysOf(server: BenchServer, key: string, table: string, column: string): Promise<string[]> {
  const [status, answer] = await send(server, key, 0, { path: `/rest/v1/${table}?select=${column}&limit=${times}` })
  if (status !== 200) throw new Error(`${table}: ${status} ${answer}`)
  return (JSON.parse(answer) as Record<string, string>[]).map((row) => row[column] ?? '')
}

export async function benchDear(): Promise<void> {
  const server = await startBenchServer()
  try {
    const { publishableKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { publishableKey: string }
    const posts = await keysOf(server, publishableKey, 'community_posts', 'id')
    const stars = await keysOf(server, publishableKey, 'stars', 'slug')
    for (const [name, dear] of Object.entries(requests(posts, stars))) {
      await send(server, publishableKey, 199, dear(1_000_000)) // what is loaded with the first
      const statuses = new Map<number, number>()
      const before = cpuSeconds(server.pid)
      for (let turn = 0; turn < times; turn += 1) {
        const [status] = await send(server, publishableKey, turn, dear(turn))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      const ms = ((cpuSeconds(server.pid) - before) * 1_000) / times
      console.info(
        `${name.padEnd(28)} ${ms.toFixed(1).padStart(6)} ms CPU   ${JSON.stringify(Object.fromEntries(statuses))}`,
      )
    }
  } finally {
    await server.stop()
  }
}
