import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type WorkerFront = {
  url: string
  /** The server is unreachable: every connection is cut. */
  away: boolean
  /** Paths that no longer exist. */
  gone: Set<string>
  /** Makes another version of the worker from its text. */
  newWorker: (text: string) => string
  /** Makes another document from each. */
  newDocument?: (html: string) => string
  close(): Promise<void>
}

/**
 * A proxy between browser and server, because a test cannot observe or change a service worker's requests. It does
 * not forward sockets: pages do without live updates here.
 */
export async function startWorkerFront(target: string): Promise<WorkerFront> {
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/'
    if (front.away) return void request.socket.destroy()
    if (front.gone.has(path)) return void response.writeHead(404, { 'content-type': 'text/html' }).end('weg')
    const isWorker = path === '/sw.js'
    const headers = { ...request.headers, host: new URL(target).host }
    if (isWorker || front.newDocument) {
      headers['accept-encoding'] = 'identity'
      // The browser's copy may be another version.
      delete headers['if-none-match']
    }
    const onward = http.request(new URL(path, target), { method: request.method, headers }, (answer) => {
      const own = { ...answer.headers }
      const isDocument = own['content-type']?.startsWith('text/html')
      const change = isWorker ? front.newWorker : isDocument && front.newDocument
      if (change) for (const name of ['content-length', 'etag']) delete own[name]
      response.writeHead(answer.statusCode ?? 502, own)
      if (!change) return void answer.pipe(response)
      void answer.toArray().then((parts) => response.end(change(Buffer.concat(parts).toString())))
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: WorkerFront = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    away: false,
    gone: new Set(),
    newWorker: (text) => text,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}
