/** For tests: a reverse proxy in front of several processes. It polls `/health`, and never repeats a request. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const askEvery = 100
const answerWithin = 2_000

type Upstream = { url: string; fit: boolean }

async function isFit(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answerWithin) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false // unreachable is an answer
  }
}

/** Starts it on a free port. `fit` are the addresses that were healthy at the last poll. */
export async function followingProxy(first: readonly string[]) {
  let upstreams: Upstream[] = first.map((url) => ({ url, fit: true }))
  let turn = 0
  /** Pools connections: a server that shuts down must not break one of them during a request. */
  const agent = new Agent({ keepAlive: true })

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const fit = upstreams.filter((upstream) => upstream.fit)
    const chosen = fit[turn++ % fit.length]
    if (!chosen) return void outgoing.writeHead(502).end('nobody is fit')
    const { method, headers } = incoming
    const passed = request(chosen.url + incoming.url, { method, headers, agent }, (answer) => {
      const { connection: _hopByHop, ...passed } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, passed)
      answer.pipe(outgoing)
    })
    passed.on('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end(`${method} ${incoming.url} on ${chosen.url}: ${error.message}`)
    })
    incoming.pipe(passed)
  }

  const server = createServer(pass)
  const asking = setInterval(() => {
    for (const upstream of upstreams) void isFit(upstream.url).then((fit) => Object.assign(upstream, { fit }))
  }, askEvery)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fit: () => upstreams.flatMap(({ url, fit }) => (fit ? [url] : [])),
    /** Replaces a stopped process by another one, which gets requests once it is healthy. */
    replace: (old: string, url: string) => {
      upstreams = [...upstreams.filter((upstream) => upstream.url !== old), { url, fit: false }]
    },
    close: async () => {
      clearInterval(asking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
