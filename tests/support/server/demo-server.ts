import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { copyPreparedDatabase, scratchPlace } from '../../../packages/embedded/test/prepared-database.ts'
import { readNativeConfig } from '../../../scripts/native/config.ts'
import { findSamples } from '../site/samples.ts'
import { startSignInProviders } from './sign-in-providers.ts'

const root = path.resolve(import.meta.dirname, '../../..')

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
  for (const end = Date.now() + 240_000; Date.now() < end; ) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not get healthy within 240 s')
}

/**
 * Starts the built app in demo mode on a copied database without content, once for all HTTP tests and journeys;
 * HOT_E2E_URL names a running one instead, and HOT_E2E_DATA_DIR its data directory, where tests find its keys. An
 * OpenID provider in this process stands in for Google and Apple.
 */
export default async function startDemoServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HOT_E2E_URL) return
  const port = await freePort()
  const dataDir = fs.mkdtempSync(path.join(scratchPlace(), 'hot-e2e-'))
  const url = `http://127.0.0.1:${port}`
  await copyPreparedDatabase(path.join(dataDir, 'pg'), path.join(root, 'supabase/migrations'))
  const providers = await startSignInProviders(url)
  const server = spawn(process.execPath, ['start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...providers.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      HOT_DATA_DIR: dataDir,
      HOT_DEMO: '1',
      HOT_APP_SCHEME: readNativeConfig().appId,
      // Where the contact form sends what is written.
      SITE_EMAIL: 'post@hot.example',
      // No test follows these links; the footer and the app modal show them.
      SITE_APP_STORE_URL: 'https://apps.apple.com/de/app/hot',
      SITE_PLAY_STORE_URL: 'https://play.google.com/store/apps/details?id=hot',
      // All tests together send more mails than the hourly default allows.
      HOT_MAILS_PER_HOUR: '5000',
      // And all of them come from one address.
      HOT_NETWORK_FACTOR: '100',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = async () => {
    const ended = new Promise((resolve) =>
      server.exitCode === null ? server.once('exit', resolve) : resolve(undefined),
    )
    server.kill('SIGTERM')
    await ended
    await providers.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await healthy(url, server)
    process.env.HOT_E2E_SAMPLES = JSON.stringify(await findSamples(url))
  } catch (error) {
    // Otherwise the provider would keep this process alive, and the server would keep running.
    await stop()
    throw error
  }
  process.env.HOT_E2E_URL = url
  process.env.HOT_E2E_DATA_DIR = dataDir
  process.env.HOT_E2E_PROVIDERS = '1'
  return stop
}
