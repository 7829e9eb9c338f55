import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** How the server receives: as it should, without ever greeting, or with this answer to each recipient. */
type Manner = 'well' | 'silent' | `${4 | 5}${string}`

export type MailServer = {
  /** For `smtpUrl`; a client waits 300 ms for the greeting. */
  url: string
  /** What it took: header and body as sent. */
  received: { to: string; text: string }[]
  /** Recipients it was asked for, with the refused ones. */
  asked: string[]
  /** The names by which clients greeted it. */
  greeted: string[]
  behave(manner: Manner): void
  close(): Promise<void>
}

/** One connection, line by line (RFC 5321): no extensions, so a client sends one command at a time. */
function converse(
  socket: Socket,
  server: Pick<MailServer, 'received' | 'asked' | 'greeted'>,
  manner: () => Manner,
): void {
  let rest = ''
  let to = ''
  let body: string[] | undefined
  const say = (line: string) => socket.write(`${line}\r\n`)
  const bodyLine = (line: string, lines: string[]) => {
    if (line !== '.') return void lines.push(line)
    server.received.push({ to, text: lines.join('\n') })
    body = undefined
    say('250 OK')
  }
  const command = (line: string) => {
    if (line.startsWith('EHLO ')) server.greeted.push(line.slice('EHLO '.length))
    if (line.startsWith('RCPT TO:')) {
      to = /<(.*)>/.exec(line)?.[1] ?? ''
      server.asked.push(to)
      const how = manner()
      return say(how === 'well' || how === 'silent' ? '250 OK' : `${how} ${to}`)
    }
    if (line === 'DATA') {
      body = []
      return say('354 Go on')
    }
    if (line === 'QUIT') return socket.end('221 Bye\r\n')
    return say('250 OK')
  }
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) body ? bodyLine(line, body) : command(line)
  })
  socket.on('error', () => {}) // a client that gave up
  say('220 ready')
}

/** A mail server for tests, on a port of its own. */
export async function openMailServer(): Promise<MailServer> {
  let manner: Manner = 'well'
  const sockets = new Set<Socket>()
  const kept = { received: [] as MailServer['received'], asked: [] as string[], greeted: [] as string[] }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (manner === 'silent') socket.on('error', () => {}).resume()
    else converse(socket, kept, () => manner)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...kept,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?greetingTimeout=300&ignoreTLS=true`,
    behave: (next) => {
      manner = next
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
