import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type WorkerFront = {
  url: string
  /** Nobody answers: every connection is cut. */
  away: boolean
  /** Paths with nothing any more. */
  gone: Set<string>
  /** Makes another version of the worker out of its text. */
  newWorker: (text: string) => string
  /** Makes another document out of each. */
  newDocument?: (html: string) => string
  close(): Promise<void>
}

/**
 * Stands between browser and server, because a test cannot watch or change what a service worker fetches. No wire of its
 * own for sockets: pages do without live news here.
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
      // What the browser has may be another one.
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
