import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { freePort } from '../../tests/support/processes/free-port.ts'
import { isInstalled, startTlsProxy, type TlsProxy } from '../../tests/support/processes/real-proxy.ts'

const MB = 1024 * 1024

/** In HoT's place: says what reached it. What it answers is for one member, though no header says so. */
function standIn() {
  const sockets = new WebSocketServer({ noServer: true })
  let answered = 0
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).then(
      ({ length }) => length,
      () => -1, // the proxy has refused the rest
    )
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ bytes, headers: request.headers, version: request.httpVersion, turn: ++answered }))
  })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('message', (text) => opened.send(`${request.headers.host} ${text}`))
    }),
  )
  return server
}

type Answer = {
  status: number
  headers: Record<string, unknown>
  text: string
  said: () => { bytes: number; headers: IncomingHttpHeaders; version: string; turn: number }
}

/** Over HTTP/2, or not at all. */
async function ask(
  proxy: TlsProxy,
  headers: Record<string, string> = {},
  body: Buffer = Buffer.alloc(0),
): Promise<Answer> {
  const session = http2.connect(`https://127.0.0.1:${proxy.port}`, { ca: proxy.certificate, servername: 'hot.example' })
  try {
    const method = body.length > 0 ? 'POST' : 'GET'
    const stream = session.request({
      ':method': method,
      ':path': '/trashtalk',
      ':authority': 'hot.example',
      ...headers,
    })
    const broken = once(stream, 'error').then(([error]) => Promise.reject(error))
    broken.catch(() => {}) // a refused upload is broken off after its answer
    if (method === 'POST') stream.end(body)
    const [answer] = (await Promise.race([once(stream, 'response'), broken])) as [http2.IncomingHttpHeaders]
    let text = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    await Promise.race([once(stream, 'end'), once(stream, 'close')])
    return { status: Number(answer[':status']), headers: answer, text, said: () => JSON.parse(text) }
  } finally {
    session.destroy()
  }
}

describe.each(['nginx', 'caddy'] as const)('one process behind %s as in deploy/', (name) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `hot-${name}-`))
  let proxy: TlsProxy
  let upstream: ReturnType<typeof standIn>
  let port: number

  beforeAll(async () => {
    if (!isInstalled(name)) return
    port = await freePort()
    upstream = standIn().listen(port, '127.0.0.1')
    const ports = { tls: await freePort(), plain: await freePort() }
    proxy = await startTlsProxy(name, `http://127.0.0.1:${port}`, ports, folder)
  })
  afterAll(async () => {
    await proxy?.stop()
    upstream?.closeAllConnections()
    upstream?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const test = it.runIf(isInstalled(name))

  test('speaks HTTP/2 and tells the visitor, whatever a visitor claims', async () => {
    const answer = await ask(proxy, { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' })
    expect(answer.status).toBe(200)
    const { headers, version } = answer.said()
    expect(version).toBe('1.1')
    expect(headers.host).toBe('hot.example')
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(headers['x-forwarded-proto']).toBe('https')
  })

  test('caches nothing', async () => {
    const [one, other] = [await ask(proxy), await ask(proxy)]
    expect(other.said().turn).toBe(one.said().turn + 1)
  })

  test('passes the largest upload and refuses what HoT would refuse anyway', async () => {
    expect((await ask(proxy, {}, Buffer.alloc(10 * MB))).said().bytes).toBe(10 * MB)
    expect((await ask(proxy, {}, Buffer.alloc(13 * MB))).status).toBe(413)
  })

  test('passes live updates', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/realtime/v1/websocket`, [], {
      agent: new https.Agent({ ca: proxy.certificate, servername: 'hot.example' }),
      headers: { host: 'hot.example' },
    })
    await once(socket, 'open')
    socket.send('hallo')
    const [text] = await once(socket, 'message')
    expect(String(text)).toBe('hot.example hallo')
    socket.terminate()
  })

  test('leads from http to https', async () => {
    const plain = net.connect(proxy.plainPort, '127.0.0.1')
    plain.end('GET /stars?q=1 HTTP/1.1\r\nHost: hot.example\r\nConnection: close\r\n\r\n')
    let text = ''
    for await (const part of plain) text += part
    expect(text).toMatch(/^HTTP\/1\.1 308 /)
    expect(text).toMatch(/\r\nlocation: https:\/\/hot\.example(:\d+)?\/stars\?q=1\r\n/i)
  })

  test('bridges a restart', { timeout: 60_000 }, async () => {
    upstream.closeAllConnections()
    await new Promise((resolve) => upstream.close(resolve))
    const asked = ask(proxy)
    if (name === 'nginx') {
      const answer = await asked
      expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
        503,
        '5',
        'no-store',
      ])
      expect(answer.text).toContain('HoT startet gerade neu')
      upstream = standIn().listen(port, '127.0.0.1')
      expect((await ask(proxy)).status).toBe(200)
    } else {
      // It holds the request until there is a process again.
      upstream = standIn().listen(port, '127.0.0.1')
      expect((await asked).status).toBe(200)
    }
  })
})
