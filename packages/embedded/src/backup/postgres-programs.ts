import { spawn } from 'node:child_process'
import { BackupError } from './backup-error.ts'

type Program = 'pg_dump' | 'pg_restore'

const missing = (program: Program) =>
  `${program} fehlt auf dieser Maschine. Bitte die Client-Programme von PostgreSQL installieren (Debian: postgresql-client).`

/** What a list of processes shows must hold no password: it goes by the environment. */
export function connection(databaseUrl: string): { dbname: string; env: Record<string, string> } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { dbname: url.href, env: password ? { PGPASSWORD: password } : {} }
}

async function run(program: Program, args: readonly string[], env: Record<string, string>) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-4_000)
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new BackupError(missing(program), error) : error),
    )
    child.once('close', resolve)
  })
  return { code, output: output.trim() }
}

/** An older program refuses a newer server in words that nobody expects; asked before anything else is done. */
export async function requireProgram(program: Program, serverVersion: string): Promise<void> {
  const { output } = await run(program, ['--version'], {})
  const [own, needed] = [/ (\d+)/.exec(output)?.[1], /^\d+/.exec(serverVersion)?.[0]].map(Number) as [number, number]
  if (own >= needed) return
  throw new BackupError(
    `${program} ist Version ${own}, die Datenbank Version ${needed}. Bitte postgresql-client-${needed} installieren.`,
  )
}

/** Runs one of PostgreSQL's own programs to its end. Throws BackupError with the last line that it wrote. */
export async function runProgram(program: Program, args: readonly string[], databaseUrl: string): Promise<void> {
  const { dbname, env } = connection(databaseUrl)
  const { code, output } = await run(program, [...args, '--dbname', dbname], env)
  if (code === 0) return
  const line = output.split('\n').findLast((text) => text.includes('error')) ?? output.split('\n').at(-1)
  throw new BackupError(`${program} ist gescheitert: ${line}`)
}
