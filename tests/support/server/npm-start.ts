/** For tests: HoT as run by `npm start`, in a separate process that can receive any signal. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { v8Flags } from '../../../scripts/node-program.js'

const root = path.resolve(import.meta.dirname, '../../..')

export type Started = {
  /** The address, once the server listens. Rejects with the output when the process ends before. */
  url: Promise<string>
  /** Exit code, null after a signal. */
  ended: Promise<number | null>
  output: () => string
  kill: (signal: NodeJS.Signals) => void
}

/**
 * Starts the server in a shell, which `exec`s it: a signal reaches the server itself. `limit` is a shell command that
 * runs first, as in `ulimit -f 100`.
 */
export function npmStart(env: Readonly<Record<string, string>>, limit = 'true'): Started {
  const command = [process.execPath, ...v8Flags, 'start.ts'].join(' ')
  const child = spawn('/bin/sh', ['-c', `${limit} && exec ${command}`], {
    cwd: root,
    env: {
      PATH: `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: process.env.HOME,
      PORT: '0',
      HOT_DEMO: '0',
      // Tests read the text format of the log.
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
  // A test that only waits for the end must not fail by an unhandled rejection of the address.
  listening.promise.catch(() => {})
  return { url: listening.promise, ended, output: () => output, kill: (signal) => void child.kill(signal) }
}
