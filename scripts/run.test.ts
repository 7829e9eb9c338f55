import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { nameBelow, root, scriptCall, scriptEnvironment, withNodeFirst } from './node-program.js'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-run-'))
const children = new Set<ChildProcess>()

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(scratch, { recursive: true })
})

function script(name: string, code: string): string {
  const file = path.join(scratch, name)
  fs.writeFileSync(file, code)
  return file
}

/** Prints its process id, then waits for a signal and exits with its own code. */
const waiting = script(
  'waiting.ts',
  "process.on('SIGTERM', (): void => process.exit(7))\nconsole.log(process.pid)\nsetInterval(() => {}, 1000)",
)

function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['scripts/run.js', ...args], { cwd: root, env: { ...process.env, ...env } })
  children.add(child)
  return child
}

async function pidFrom(child: ReturnType<typeof run>): Promise<number> {
  const [chunk] = await once(child.stdout, 'data')
  return Number(String(chunk))
}

/** Resolves once the process has ended; limited only by the test's timeout. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it('passes on arguments, input, output and the exit code', async () => {
  const file = script(
    'echo.ts',
    "const all: string[] = process.argv.slice(2)\nprocess.stdin.on('data', (data) => { console.log([...all, String(data)].join('|')); process.exit(3) })",
  )
  const child = run([file, 'ein Wort', '--flag=1'])
  child.stdin.end('Eingabe')
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect([output, code]).toEqual(['ein Wort|--flag=1|Eingabe\n', 3])
})

it('limits the memory of the server and of nothing else, unless the operator has', () => {
  expect(scriptEnvironment('start.ts', { A: '1' })).toMatchObject({ A: '1', MALLOC_ARENA_MAX: '2' })
  expect(scriptEnvironment('start.ts', { MALLOC_ARENA_MAX: '8' })).toMatchObject({ MALLOC_ARENA_MAX: '8' })
  expect(scriptEnvironment('vitest', { A: '1' })).toEqual({ A: '1' })
})

it('forwards SIGTERM and waits for the end', async () => {
  const child = run([waiting])
  const pid = await pidFrom(child)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
  await gone(pid)
})

it('ends with the signal that ended the script', async () => {
  const child = run([script('killed.ts', "process.kill(process.pid, 'SIGKILL')")])
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})

it('leaves nothing running when it is killed', async () => {
  const child = run([waiting])
  const pid = await pidFrom(child)
  child.kill('SIGKILL')
  await gone(pid)
})

it.each([
  ['by SIGKILL', 'SIGKILL', ''],
  ['by SIGTERM', 'SIGTERM', ''],
  ['and its shell has made way', 'SIGKILL', 'exec '],
] as const)('leaves nothing running when npm is ended %s', async (_, signal, way) => {
  const command = `${way}"${process.execPath}" scripts/run.js "${waiting}"`
  const spawning = ['/bin/sh', ['-c', command], { stdio: 'inherit', cwd: root }].map((part) => JSON.stringify(part))
  const npm = script('npm.ts', `import { spawn } from 'node:child_process'\nspawn(${spawning.join(', ')})`)
  const parent = spawn(process.execPath, [npm], { env: { ...process.env, npm_lifecycle_event: 'start' } })
  children.add(parent)
  const [chunk] = await once(parent.stdout, 'data')
  const pid = Number(String(chunk))
  parent.kill(signal)
  await gone(pid)
})

it('no script needs the shell of a particular system', () => {
  for (const file of ['package.json', 'web/package.json', 'packages/embedded/package.json', 'domain/package.json']) {
    const { scripts = {} } = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as {
      scripts?: Record<string, string>
    }
    for (const [name, command] of Object.entries(scripts))
      expect(command, `${file}: ${name}`).toMatch(/^(node (\.\.\/)?scripts\/run\.js|npm run) [\w./:-]+( [\w./:-]+)*$/)
  }
})

describe('on Windows', () => {
  const rules = path.win32

  it('what is loaded before a script is named by its address', () => {
    const call = scriptCall('server/x.ts', ['--to', 'D:\\Sicherung'], { rules, folder: 'C:\\Über uns\\hot\\scripts' })
    const address = 'file:///C:/%C3%9Cber%20uns/hot/scripts/end-with-parent.js'
    expect(call).toEqual(['--import', address, 'server/x.ts', '--to', 'D:\\Sicherung'])
  })

  it('processes find this Node first, however the variable is spelled', () => {
    const env = withNodeFirst({ Path: 'C:\\Windows', TEMP: 'C:\\t' }, 'C:\\hot\\bin\\node.exe', rules)
    expect(env).toEqual({ TEMP: 'C:\\t', PATH: 'C:\\hot\\bin;C:\\Windows' })
    expect(withNodeFirst({}, 'C:\\hot\\bin\\node.exe', rules)).toEqual({ PATH: 'C:\\hot\\bin' })
    expect(withNodeFirst({ Path: 'x', PATH: '/bin' }, '/n/node', path.posix)).toEqual({ Path: 'x', PATH: '/n:/bin' })
  })

  it('files below a folder are named with slashes, whatever the case of the drive', () => {
    expect(nameBelow('C:\\hot', 'c:\\hot\\web\\src\\a.ts', rules)).toBe('web/src/a.ts')
    expect(nameBelow('/hot', '/hot/web/a\\b.ts', path.posix)).toBe('web/a\\b.ts')
  })
})

it.skipIf(process.platform === 'win32')('a server that the system ends is told to lack memory', async () => {
  script('start.ts', "process.kill(process.pid, 'SIGKILL')")
  const child = spawn(process.execPath, [path.join(root, 'scripts/run.js'), 'start.ts'], { cwd: scratch })
  children.add(child)
  const [said, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(signal).toBe('SIGKILL')
  expect(said).toMatch(/SIGKILL.*Arbeitsspeicher/)
})
