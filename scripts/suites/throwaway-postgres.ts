/** A PostgreSQL server for one test run: fresh directory, free port, loopback only, deleted afterwards. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

export type PostgresServer = {
  url: string
  /** Where initdb, pg_ctl and pgbench are. */
  bin: string
  /** Ends it and starts it again, with other settings and environment, on the same data. */
  restart: (settings: readonly string[], env: Readonly<Record<string, string>>) => void
  /** Copies its files while it runs, and starts a replica on them. */
  follow: () => Promise<FollowingServer>
  stop: () => void
}

function binFolder(): string {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions.map((version) => path.join(debian, version, 'bin')).find((bin) => fs.existsSync(bin))
  if (!folder) throw new Error('PostgreSQL fehlt: das Debian-Paket postgresql installieren.')
  return folder
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })

/** initdb and postgres refuse to run as root; then the package's own account runs them. */
function runAs(program: string, args: string[], env: Readonly<Record<string, string>> = {}): void {
  const command = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
  execFileSync(command[0] as string, command.slice(1), {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: '/',
    env: { ...process.env, ...env },
  })
}

/** The same cluster once more, which follows the server by streaming and answers reads (a hot standby). */
export type FollowingServer = Pick<PostgresServer, 'url' | 'stop'> & {
  /** Makes it a server of its own. */
  promote: () => void
}

async function follow(url: string, bin: string): Promise<FollowingServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-replica-'))
  fs.chmodSync(folder, 0o777)
  const data = path.join(folder, 'data')
  const port = await freePort()
  runAs(path.join(bin, 'pg_basebackup'), ['-D', data, '-d', url, '-R', '-X', 'stream', '-c', 'fast'])
  const where = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200`
  runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', where, 'start'])
  const address = new URL(url)
  address.port = String(port)
  return {
    url: address.href,
    promote: () => runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-w', 'promote']),
    stop: () => {
      runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'])
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server with a superuser `platform` and an empty database `hot`. Throws when PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = binFolder()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-postgres-'))
  fs.chmodSync(folder, 0o777)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const where = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200`
  const control = (settings: readonly string[], verb: 'start' | 'restart', env: Readonly<Record<string, string>>) => {
    const options = [where, ...settings.map((setting) => `-c ${setting}`)].join(' ')
    runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, verb], env)
  }
  runAs(path.join(bin, 'initdb'), ['-D', data, '-U', 'platform', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  control(['fsync=off'], 'start', {})
  runAs(path.join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'platform', 'hot'])
  const url = `postgres://platform@127.0.0.1:${port}/hot`
  return {
    url,
    bin,
    restart: (settings, env) => control(settings, 'restart', env),
    follow: () => follow(url, bin),
    stop: () => {
      runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'])
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
