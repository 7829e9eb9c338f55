import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

async function healthy(url: string, server: ChildProcess): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not get healthy within 120 s')
}

/**
 * Starts the built app in demo mode on a fresh data directory; HOT_E2E_URL names a running one instead, and
 * HOT_E2E_DATA_DIR its data directory, where the journeys of members find its keys.
 */
export default async function startServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HOT_E2E_URL) return
  const port = await freePort()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-e2e-'))
  const server = spawn(path.join(root, 'node_modules/.bin/node'), ['start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', HOT_DATA_DIR: dataDir, HOT_DEMO: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await healthy(url, server)
  process.env.HOT_E2E_URL = url
  process.env.HOT_E2E_DATA_DIR = dataDir
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
