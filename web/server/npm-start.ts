/** For tests: HoT as `npm start` runs it, a process of its own that can be ended by any signal. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export type Started = {
  /** Address, once the server listens. Rejects with the output when the process ends before. */
  url: Promise<string>
  /** Exit code, null after a signal. */
  ended: Promise<number | null>
  output: () => string
  kill: (signal: NodeJS.Signals) => void
}

function startScript(): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return manifest.scripts.start
}

/**
 * Runs the start script in a shell as npm does; it `exec`s, so a signal reaches the server itself.
 * `limit` is set before it, as in `ulimit -f 100`.
 */
export function npmStart(env: Readonly<Record<string, string>>, limit = 'true'): Started {
  const child = spawn('/bin/sh', ['-c', `${limit} && ${startScript()}`], {
    cwd: root,
    env: {
      PATH: `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: process.env.HOME,
      PORT: '0',
      HOT_DEMO: '0',
      // Tests read what is said as a person does.
      HOT_LOG: 'text',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listening = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const url = /HoT läuft: (\S+)/.exec(output)?.[1]
      if (url) listening.resolve(url)
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  void ended.then((code) => listening.reject(new Error(`ended with ${code}: ${output}`)))
  // Who waits for the end only must not be struck by an address that never came.
  listening.promise.catch(() => {})
  return { url: listening.promise, ended, output: () => output, kill: (signal) => void child.kill(signal) }
}
