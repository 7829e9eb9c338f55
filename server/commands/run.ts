import { causeLine } from '../http/request-log.ts'
import { logLines } from '../metrics/log-lines.ts'
import { readSettings } from '../settings/settings.ts'
import { type RunningServer, startServer } from './main.ts'
import { startFailureLines } from './start-failure.ts'

const say = (line: string) => console.info(line)

function greet({ url, demoAccounts }: RunningServer): void {
  say(`HoT läuft: ${url}`)
  if (demoAccounts.length === 0) return
  say('Demo-Konten (zum Lesen braucht es keins):')
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  for (const { email, password, role } of demoAccounts) say(`  ${email.padEnd(width)}  ${password}  (${role})`)
}

/** SIGTERM comes from whoever runs the service, behind a proxy perhaps; SIGINT and a second signal from a person who waits. */
function stopOnSignal(server: RunningServer, drainSeconds: number): void {
  const enough = new AbortController()
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping || signal === 'SIGINT') enough.abort()
    if (isStopping) return
    isStopping = true
    say(`${signal}: HoT wird beendet …`)
    await server.close(drainSeconds, enough.signal)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        console.error(`HoT ließ sich nicht sauber beenden: ${causeLine(error)}`)
        process.exit(1)
      })
    })
}

/** Starts the server as the environment says, until a signal ends it. A failed start ends the process with code 1. */
export async function run(): Promise<void> {
  try {
    const settings = readSettings(process.env, process.stderr.isTTY)
    const log = logLines(settings.monitoring.log, (line) => console.error(line))
    const server = await startServer(settings, log)
    stopOnSignal(server, settings.drainSeconds)
    // A stray rejection of one request must not end the server for everyone.
    process.on('unhandledRejection', (error) => log.line(`Unbehandelter Fehler: ${causeLine(error)}`))
    greet(server)
  } catch (error) {
    for (const line of startFailureLines(error)) console.error(line)
    process.exit(1)
  }
}
