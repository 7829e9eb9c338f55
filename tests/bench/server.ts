/** The built app on a fresh demo directory, as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { scriptCall, scriptEnvironment, v8Flags } from '../../scripts/node-program.js'

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

type Start = {
  dataDir?: string
  port?: number
  /** A built checkout; that of BENCH_CHECKOUT by default, to compare with. */
  checkout?: string | undefined
  script?: string
  env?: Readonly<Record<string, string>>
  /** Where everything it prints goes; default: only its errors, to the terminal. */
  log?: string
}

function spawnServer(port: number, dataDir: string, start: Start): ChildProcess {
  const { checkout, script = 'start.ts', env, log } = start
  const out = log === undefined ? undefined : fs.openSync(log, 'a')
  const child = spawn(
    process.execPath,
    [...v8Flags, ...scriptCall(script, []).filter((flag) => !v8Flags.includes(flag))],
    {
      cwd: checkout ?? process.env.BENCH_CHECKOUT ?? process.cwd(),
      env: {
        ...scriptEnvironment('start.ts', process.env),
        HOT_DEMO: '1',
        ...env,
        PORT: String(port),
        HOT_DATA_DIR: dataDir,
      },
      stdio: ['ignore', out ?? 'ignore', out ?? 'inherit'],
    },
  )
  if (out !== undefined) fs.closeSync(out)
  return child
}

/** The port of `npm run bench`: PORT, or 4790. A bench of several processes takes those after it too. */
export const benchPort = (): number => Number(process.env.PORT ?? 4790)

export const newDataDir = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'hot-bench-'))

/** Starts it on PORT (4790 unless set), on a new data directory unless one is given, and waits until it answers. */
export async function startBenchServer(start: Start = {}): Promise<BenchServer> {
  const { dataDir = newDataDir(), port = benchPort() } = start
  const url = `http://127.0.0.1:${port}`
  const server = spawnServer(port, dataDir, start)
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
