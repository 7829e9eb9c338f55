/** For tests: PgBouncer in transaction mode in front of a PostgreSQL that trusts this machine. */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const program = '/usr/sbin/pgbouncer'

export const hasPgBouncer = fs.existsSync(program) && spawnSync(program, ['--version']).status === 0

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => socket.destroy())
    socket.setTimeout(1_000, () => socket.destroy())
    socket.once('connect', () => socket.end())
  })

/** Starts it on `port` with its files in `folder`. `url` is the database's address through it. */
export async function startPgBouncer(databaseUrl: string, port: number, folder: string) {
  const target = new URL(databaseUrl)
  fs.mkdirSync(folder, { mode: 0o777 })
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(path.join(folder, 'users'), `"${target.username}" ""\n`)
  fs.writeFileSync(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 8
`,
  )
  // It refuses to run as root; then the account of PostgreSQL's package runs it.
  const command = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', program, file] : [program, file]
  const child = spawn(command[0] ?? program, command.slice(1), { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    await pause(50)
  }
  target.hostname = '127.0.0.1'
  target.port = String(port)
  return {
    url: target.href,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
