/** The built app on a fresh demo directory, as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { scriptEnvironment, v8Flags } from '../../scripts/node-program.js'

export type BenchServer = {
  url: string
  pid: number
  dataDir: string
  /** Ends the process, by force if it does not react, and keeps its data. */
  halt: () => Promise<void>
  /** Ends the process and removes its data. */
  stop: () => Promise<void>
}

async function healthy(url: string): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not get healthy')
}

/** BENCH_CHECKOUT: another built checkout, to compare with. */
function spawnServer(port: number, dataDir: string): ChildProcess {
  return spawn(process.execPath, [...v8Flags, 'start.ts'], {
    cwd: process.env.BENCH_CHECKOUT ?? process.cwd(),
    env: { ...scriptEnvironment('start.ts', process.env), PORT: String(port), HOT_DATA_DIR: dataDir, HOT_DEMO: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const newDataDir = () => fs.mkdtempSync(path.join(os.tmpdir(), 'hot-bench-'))

/** Starts it on PORT (4790 unless set), on a new data directory unless one is given, and waits until it answers. */
export async function startBenchServer(dataDir = newDataDir()): Promise<BenchServer> {
  const port = Number(process.env.PORT ?? 4790)
  const url = `http://127.0.0.1:${port}`
  const server = spawnServer(port, dataDir)
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const halt = async () => {
    server.kill('SIGTERM')
    const unheard = setTimeout(() => server.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(unheard)
  }
  const stop = async () => {
    await halt()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await Promise.race([healthy(url), ended.then(() => Promise.reject(new Error('the server ended')))])
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: server.pid ?? 0, dataDir, halt, stop }
}
