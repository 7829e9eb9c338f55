import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** The files with which operators run HoT: what they name has to exist, and to fit what the server needs. */
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

/** Every setting that the documentation names. */
const known = new Set(
  [...read('docs/operations/configure.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  ),
)
/** What nobody sets by hand: of Node, of the image of PostgreSQL, of the script that prepares the database, how commands are called. */
const foreign = new Set([
  'NODE_ENV',
  'POSTGRES_PASSWORD',
  'POSTGRES_DB',
  'APP_LOGIN',
  'APP_DATABASE',
  'APP_PASSWORD',
  'COMMAND_AS',
])
const unknown = (names: readonly string[]) => names.filter((name) => !known.has(name) && !foreign.has(name))

/** The seconds that running requests and the database have at the end (docs/operations/run.md). */
const endSeconds = 12

type Service = {
  build?: { context: string; args: Record<string, string> }
  image: string
  environment?: Record<string, string>
  env_file?: string
  volumes: string[]
  ports?: string[]
  network_mode?: string
  mem_limit?: string
  stop_grace_period: string
  read_only: boolean
  restart?: string
}

/** Of a service, as far as these files use them (https://github.com/compose-spec/compose-spec/blob/main/05-services.md). */
const serviceKeys = new Set(
  `build image env_file environment ports volumes depends_on healthcheck restart init read_only tmpfs cap_drop cap_add
  security_opt mem_limit shm_size stop_grace_period network_mode`.split(/\s+/),
)

const composeFiles = ['compose.yaml', 'compose.embedded.yaml', 'compose.trial.yaml']

describe.each(composeFiles)('%s', (file) => {
  const text = read(file)
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const ours = Object.values(services).filter(({ build }) => build)

  // As `docker compose config` does, for which there is no Docker here: a misspelt key is refused, not passed over.
  it('has keys of the Compose specification only', () => {
    const whole = parse(text, { merge: true }) as Record<string, unknown>
    expect(Object.keys(whole).filter((key) => !/^(name|services|volumes|x-\w+)$/.test(key))).toEqual([])
    for (const service of Object.values(services)) {
      expect(Object.keys(service).filter((key) => !serviceKeys.has(key))).toEqual([])
    }
  })

  it('passes and explains settings that exist', () => {
    const passed = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment))
    const explained = [...text.matchAll(/\b((?:HOT|SITE|SMTP|DATABASE)_[A-Z0-9_]*[A-Z0-9])(?=[=\s,])/g)]
    expect(passed.length).toBeGreaterThan(0)
    expect(unknown([...passed, ...explained.map(([, name = '']) => name)])).toEqual([])
  })

  it('hands the commit to the build, which has no git', () => {
    expect(read('Dockerfile')).toMatch(/^ARG COMMIT=unknown$/m)
    for (const { build } of ours) expect(build?.args.COMMIT).toMatch(/^\$\{COMMIT:-unknown\}$/)
  })

  it('mounts what the image has, and nothing that is not declared', () => {
    const image = [...(/^VOLUME (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
      ([, at]) => at,
    )
    for (const { volumes: mounts, read_only } of ours) {
      expect(read_only).toBe(true)
      for (const mount of mounts) {
        const [from = '', to] = mount.split(':')
        expect(image).toContain(to)
        expect(Object.keys(volumes)).toContain(from)
      }
    }
    const files = Object.values(services)
      .flatMap(({ volumes: mounts }) => mounts)
      .flatMap((mount) => (mount.startsWith('./') ? [mount.split(':')[0] ?? ''] : []))
    for (const name of files) expect(fs.existsSync(path.join(root, name)), name).toBe(true)
  })

  it('is open to this machine only, and given time to end', () => {
    for (const { ports = [], network_mode, environment = {}, stop_grace_period } of ours) {
      if (network_mode === 'host') expect(environment.HOST).toBe('127.0.0.1')
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:3000$/)
      const drain = Number(environment.HOT_DRAIN_SECONDS ?? 0)
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(drain + endSeconds)
    }
  })

  it('names commands that exist', () => {
    const commands = [...text.matchAll(/\bnode (\S+\.ts)/g)].map(([, name = '']) => name)
    for (const name of commands) expect(fs.existsSync(path.join(root, name)), name).toBe(true)
    for (const [, name = ''] of text.matchAll(/-f (\S+\.yaml)/g)) expect(composeFiles).toContain(name)
  })
})

it.each(['compose.yaml', 'compose.embedded.yaml'])('%s takes all settings and makes backups by itself', (file) => {
  const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> }
  for (const { build, env_file, environment = {}, volumes, restart } of Object.values(services)) {
    if (!build) continue
    expect(env_file).toBe('hot.env')
    expect(restart).toBe('unless-stopped')
    expect(volumes).toContain(`backups:${environment.HOT_BACKUP_DIR}`)
    // On PostgreSQL none are made unless they are asked for.
    if (file === 'compose.yaml') expect(Number(environment.HOT_BACKUP_EVERY)).toBeGreaterThan(0)
  }
})

it('the trial leaves the mailbox open, which answers its own machine only', () => {
  const { hot } = (parse(read('compose.trial.yaml')) as { services: Record<string, Service> }).services
  expect(hot?.network_mode).toBe('host')
  for (const name of ['SITE_URL', 'SMTP_URL', 'TRUSTED_PROXIES']) expect(hot?.environment).not.toHaveProperty(name)
})

describe('hot.service', () => {
  const text = read('deploy/hot.service')
  const value = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}=`))
      .map((line) => line.slice(name.length + 1))

  it('sets settings that exist, and starts what `npm start` starts', () => {
    const names = value('Environment').flatMap((list) =>
      [...list.matchAll(/(?<=^| )"?(\w+)=/g)].map(([, name = '']) => name),
    )
    expect(names.length).toBeGreaterThan(0)
    expect(unknown(names)).toEqual([])
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(value('ExecStart')).toEqual([`/usr/bin/${scripts.start}`])
  })

  it('keeps its data where it may write, and has time to end', () => {
    expect(value('Environment').join(' ')).toContain(`HOT_DATA_DIR=/var/lib/${value('StateDirectory')}`)
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThanOrEqual(endSeconds)
    const embedded = (parse(read('compose.embedded.yaml')) as { services: Record<string, Service> }).services.hot
    expect(value('MemoryMax')[0]?.toLowerCase()).toBe(embedded?.mem_limit)
  })

  it('shuts in what it runs', () => {
    for (const name of ['NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'ProtectHome', 'RestrictSUIDSGID'])
      expect(value(name), name).toEqual(['yes'])
    expect(value('ProtectSystem')).toEqual(['strict'])
    expect(value('CapabilityBoundingSet')).toEqual([''])
    // V8 and the embedded PostgreSQL write their machine code while they run.
    expect(value('MemoryDenyWriteExecute')).toEqual([])
  })

  it('has a command beside it with the same places', () => {
    const command = read('deploy/hot')
    expect(fs.statSync(path.join(root, 'deploy/hot')).mode & 0o111).not.toBe(0)
    expect(spawnSync('sh', ['-n', path.join(root, 'deploy/hot')]).status).toBe(0)
    expect(command).toContain(value('Environment')[0])
    expect(command).toContain(`cd ${value('WorkingDirectory')}`)
    expect(command).toContain(`. ${value('EnvironmentFile')}`)
    expect(command).toContain(`-- ${value('ExecStart')[0]?.replace('start.ts', '"$program" "$@"')}`)
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const names = /^ {2}(admin .*)\) program/m.exec(command)?.[1]?.split(' | ') ?? []
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) expect(scripts[name]).toBe(`node scripts/run.js server/commands/${name}-command.ts`)
    expect(scripts.import).toBe('node scripts/run.js server/import/command.ts')
  })

  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

  it.skipIf(!hasAnalyze)('is understood by systemd, which finds little exposed', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-unit-'))
    try {
      // Its program and folder are not on this machine.
      const file = path.join(folder, 'hot.service')
      fs.writeFileSync(file, text.replace('/usr/bin/node', '/bin/true').replace(/^(WorkingDirectory)=.*$/m, '$1=/'))
      const verify = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      expect(verify.stdout + verify.stderr).toBe('')
      expect(verify.status).toBe(0)
      const exposure = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', file], {
        encoding: 'utf8',
      })
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(exposure.stdout)?.[1])).toBeLessThan(2)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})
