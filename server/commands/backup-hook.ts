import { spawn } from 'node:child_process'
import { BackupError } from '@hot/embedded/backup/installation'
import '../wire/backend-language.ts'

/** What it does not stop for within this time is ended. */
const GRACE_MS = 10_000

/** Settings of the server, passwords among them, are none of the operator's program's business. */
const isOurs = (name: string) => /^(HOT|SITE|SUPABASE|DATABASE|SMTP|SENTRY|METRICS)_/.test(name)

const lastLine = (text: string) => text.trim().split('\n').at(-1)?.trim() ?? ''

type Options = { milliseconds: number; env?: NodeJS.ProcessEnv; grace?: number }

/**
 * Runs the operator's program with the path of a backup as its only argument, without a shell in between, in a group of its
 * own that ends with this process or after `milliseconds`. Throws BackupError with the last line of its errors.
 */
export async function runHook(
  program: string,
  file: string,
  { milliseconds, env = process.env, grace = GRACE_MS }: Options,
): Promise<void> {
  const theirs = Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)))
  const child = spawn(program, [file], { env: theirs, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const end = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  let isLate = false
  const timers = [
    setTimeout(() => {
      isLate = true
      end('SIGTERM')
      timers.push(setTimeout(() => end('SIGKILL'), grace))
    }, milliseconds),
  ]
  const leave = () => {
    end('SIGTERM')
    process.exit(143)
  }
  process.once('SIGTERM', leave)
  try {
    // Not `close`: what it left in the background may hold its output open.
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (...ended) => resolve(ended))
    })
    if (isLate)
      throw new BackupError(
        `${program} war nach ${Math.round(milliseconds / 60_000)} Minuten nicht fertig und wurde beendet.`,
      )
    if (code === 0) return
    const reason = lastLine(said)
    throw new BackupError(`${program} endete mit ${signal ?? code}${reason ? `: ${reason}` : '.'}`)
  } catch (error) {
    if (error instanceof BackupError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new BackupError(
      code === 'EACCES' || code === 'ENOENT'
        ? `${program} lässt sich nicht ausführen (${code}). Prüf HOT_BACKUP_HOOK, die Rechte der Datei und ihre erste Zeile.`
        : `${program} ließ sich nicht starten: ${String(error)}`,
      error,
    )
  } finally {
    process.off('SIGTERM', leave)
    for (const timer of timers) clearTimeout(timer)
    child.stderr.destroy()
  }
}
