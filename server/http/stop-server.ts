import type { Server } from 'node:http'

/** Requests that take longer than this are cut off: whoever stops a server wants it to end. */
const finishWithin = 10_000
const lookEvery = 50

/** Takes no new connections, lets running requests finish, and closes those that idle. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), lookEvery)
  const late = setTimeout(() => server.closeAllConnections(), finishWithin)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
