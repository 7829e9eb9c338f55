import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { developmentNote, isDevelopment } from '@hot/domain/installation/build-name'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { readCommit, readVersion } from '../settings/build-info.ts'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-start-'))
const children = new Set<ChildProcess>()

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

/** The file that `npm start` runs. */
const start = ['start.ts']
/** The same without the check whether the build is current: sources may have changed during the tests. */
const run = ['--input-type=module', '-e', `const { run } = await import('./server/commands/run.ts'); await run()`]

/** Starts a real process with its own data directory. */
function launch(env: Record<string, string>, entry = run): Started {
  const child = spawn(process.execPath, entry, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: scratch,
      NODE_ENV: 'production',
      PORT: '0',
      HOT_DEMO: '0',
      HOT_LOG: 'text',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => output, ended }
}

async function addressOf({ child, output, ended }: Started): Promise<string> {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (;;) {
    const url = /HoT läuft: (\S+)/.exec(output())?.[1]
    if (url) return url
    if (hasEnded) throw new Error(`ended with ${child.exitCode}: ${output()}`)
    await new Promise((resolve) => child.stdout?.once('data', resolve) && void ended.then(resolve))
  }
}

const lines = (text: string) => text.split('\n').filter(Boolean)

beforeAll(() => ensureBuild(() => {}), 300_000)

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(scratch, { recursive: true, force: true })
})

/** Says on a signal whether diagnostic reports look up the names of those who are connected. */
const tells = `data:text/javascript,process.on('SIGUSR2', () => console.info('without peers:', process.report.excludeNetwork))`

describe('a running server', () => {
  const dataDir = path.join(scratch, 'data')
  let server: Started
  let url = ''

  beforeAll(async () => {
    server = launch({ HOT_DATA_DIR: dataDir }, ['--import', tells, ...start])
    url = await addressOf(server)
  })

  it('answers health, configuration and pages', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok', database: 'ok' })
    const config = (await (await fetch(`${url}/config.json`)).json()) as Record<string, string>
    expect(config).toMatchObject({ supabaseUrl: '', siteUrl: url })
    expect(config.publishableKey).toMatch(/^sb_publishable_/)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html lang="de"')
  })

  it('names itself, and says so where it is a development version', async () => {
    const build = { version: readVersion(), commit: readCommit() }
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject(build)
    expect(server.output().includes(developmentNote(build))).toBe(isDevelopment(build))
  })

  it('makes nobody wait for the names of peers when a native module asks for a report', async () => {
    server.child.kill('SIGUSR2')
    await expect.poll(server.output).toContain('without peers: true')
  })

  it('serves feeds and sitemap from the database', async () => {
    expect(await (await fetch(`${url}/kalender.ics`)).text()).toContain('BEGIN:VCALENDAR')
    expect(await (await fetch(`${url}/trashtalk.rss`)).text()).toContain('<rss')
    expect(await (await fetch(`${url}/sitemap.xml`)).text()).toContain(`<loc>${url}/stars</loc>`)
  })

  it('answers the router’s own spelling of an address without a redirect loop', async () => {
    for (const query of ['zeitraum=30&sortierung=top', 'sortierung=top&zeitraum=%2230%22', 'sortierung=neu']) {
      const response = await fetch(`${url}/trashtalk/geruechte?${query}`)
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
  })

  it('locks its data directory: a second server ends with one line', async () => {
    const second = launch({ HOT_DATA_DIR: dataDir })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(dataDir)
    expect(second.output()).not.toContain('    at ')
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('a second server on its port ends with one line, before it touches a database', async () => {
    const other = path.join(scratch, 'other')
    const second = launch({ HOT_DATA_DIR: other, PORT: new URL(url).port })
    expect(await second.ended).toBe(1)
    expect(lines(second.output())).toEqual([expect.stringContaining('ist belegt')])
    expect(fs.existsSync(other)).toBe(false)
  })

  describe('as the Supabase of another server', () => {
    let front: Started
    let frontUrl = ''

    beforeAll(async () => {
      const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }
      front = launch({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey })
      frontUrl = await addressOf(front)
    })

    it('lets that server work without its own backend', async () => {
      const page = await fetch(`${frontUrl}/stars`)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${url} ws`)
      expect(await (await fetch(`${frontUrl}/config.json`)).json()).toMatchObject({ supabaseUrl: url })
      expect((await fetch(`${frontUrl}/rest/v1/stars`)).status).toBe(404)
      expect((await fetch(`${frontUrl}/_mailbox`)).status).toBe(404)
    })

    it('refuses a key that Supabase does not know, in one line', async () => {
      const wrong = launch({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_wrong' })
      expect(await wrong.ended).toBe(1)
      expect(lines(wrong.output())).toEqual([expect.stringContaining('SUPABASE_PUBLISHABLE_KEY')])
    })

    it('ends cleanly on SIGTERM, and the other server logs it in one line in German', async () => {
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      const responses = await Promise.all(
        ['/formate', '/trashtalk', '/stars?q=mandy'].map((page) => fetch(frontUrl + page)),
      )
      for (const response of responses) {
        expect(response.status).toBe(503)
        expect(response.headers.get('retry-after')).toBeTruthy()
        expect(await response.text()).toContain('Gerade antwortet HoT nicht')
      }
      expect((await fetch(`${frontUrl}/health`)).status).toBe(503)
      // On a busy machine a slow answer may be logged too.
      expect(lines(front.output()).filter((line) => !/HoT läuft|^200 .* ms$/.test(line))).toEqual([
        // Logged at start: without a secret key the server cannot send the site's mails, nor see whether jobs run.
        expect.stringContaining('SUPABASE_SECRET_KEY'),
        expect.stringContaining('SUPABASE_SECRET_KEY'),
        expect.stringContaining('nicht erreichbar'),
      ])
      front.child.kill('SIGTERM')
      expect(await front.ended).toBe(0)
    })
  })
})

describe('a start that cannot succeed', () => {
  const freePort = async () => {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const { port } = probe.address() as { port: number }
    await new Promise((resolve) => probe.close(resolve))
    return port
  }

  it.each([
    ['settings', { PORT: 'x', HOT_DEMO: 'x' }, ['PORT', 'HOT_DEMO']],
    ['an address this machine does not have', { HOST: '192.0.2.1' }, ['192.0.2.1']],
  ])('because of %s ends with one line each', async (_, env, parts) => {
    const failed = launch({ HOT_DATA_DIR: path.join(scratch, 'none'), ...env })
    expect(await failed.ended).toBe(1)
    expect(lines(failed.output())).toEqual(parts.map((part) => expect.stringContaining(part)))
  })

  it('because DATABASE_URL or SUPABASE_URL does not answer ends with a line that names it', async () => {
    const port = await freePort()
    const database = launch({ DATABASE_URL: `postgres://hot:geheim@127.0.0.1:${port}/hot` })
    expect(await database.ended).toBe(1)
    expect(database.output()).not.toContain('geheim')
    expect(database.output()).not.toContain('    at ')
    const supabase = launch({ SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' })
    expect(await supabase.ended).toBe(1)
    expect(lines(supabase.output())).toEqual([expect.stringContaining('SUPABASE_URL')])
  })
})
