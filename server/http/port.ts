import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartFailure } from '../commands/start-failure.ts'

/** The settings that say which port and which address. */
type Names = [port: string, host: string]

function explain(error: NodeJS.ErrnoException, host: string, port: number, names: Names): StartFailure {
  const [portName, hostName] = names
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} auf ${host} ist belegt. Beende das andere Programm oder nimm mit ${portName} einen anderen.`,
    EACCES: `Port ${port} ist diesem Benutzer nicht erlaubt. Nimm mit ${portName} einen ab 1024.`,
    EADDRNOTAVAIL: `Die Adresse ${host} hat dieser Rechner nicht. Prüfe ${hostName}.`,
    ENOTFOUND: `Den Rechnernamen ${host} kennt niemand. Prüfe ${hostName}.`,
  }
  return new StartFailure(
    reasons[error.code ?? ''] ?? `Port ${port} auf ${host} lässt sich nicht öffnen: ${error.message}`,
  )
}

/** Starts listening and returns the port, which the system chooses for 0. Throws StartFailure, which names the settings. */
export async function listen(
  server: Server,
  host: string,
  port: number,
  names: Names = ['PORT', 'HOST'],
): Promise<number> {
  const opened = Promise.withResolvers<void>()
  const refuse = (error: NodeJS.ErrnoException) => opened.reject(explain(error, host, port, names))
  server.once('error', refuse)
  server.listen(port, host, opened.resolve)
  await opened.promise
  server.off('error', refuse)
  return (server.address() as AddressInfo).port
}

/** Whether the port can be had, asked before the database is opened: a busy one should not cost a start. */
export async function tryPort(host: string, port: number): Promise<number> {
  const probe = createServer()
  const found = await listen(probe, host, port)
  await new Promise((resolve) => probe.close(resolve))
  return found
}

/** Address for people: a server on all interfaces is reached here by `localhost`. */
export function localUrl(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}
