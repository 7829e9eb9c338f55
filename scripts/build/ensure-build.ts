import { spawn } from 'node:child_process'
import path from 'node:path'
import { StartFailure } from '../../server/commands/start-failure.ts'
import { isBuildCurrent } from './build-stamp.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Enough of a failed build's output to see what is wrong. */
const shownOutput = 4_000

/** Builds the app when there is no build or its sources have changed. Throws StartFailure with the build's output. */
export async function ensureBuild(say: (line: string) => void): Promise<void> {
  if (isBuildCurrent()) return
  say('Die Oberfläche wird gebaut, das dauert etwa eine halbe Minute …')
  const started = performance.now()
  const build = spawn(process.execPath, [path.join(import.meta.dirname, 'build.ts')], {
    cwd: root,
    // Vite keeps a NODE_ENV it finds, and a development build is slow and large.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-shownOutput)
    })
  const stop = (signal: NodeJS.Signals) => {
    build.kill(signal)
    process.exit(1)
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const code = await new Promise<number | null>((resolve, reject) => build.once('error', reject).once('close', resolve))
  process.off('SIGTERM', stop).off('SIGINT', stop)
  if (code !== 0) throw new StartFailure(`Die Oberfläche ließ sich nicht bauen (npm run build):\n${output.trim()}`)
  say(`Gebaut in ${Math.round((performance.now() - started) / 1000)} s.`)
}
