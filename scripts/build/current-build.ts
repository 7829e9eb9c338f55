import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { StartFailure } from '../../server/wire/lifecycle.ts'
import { nameBelow } from '../node-program.js'

const root = path.resolve(import.meta.dirname, '../..')
const stampFile = path.join(root, 'web/dist/built-from')

/** Everything the built app is made from; the server itself runs from source. */
const sources = [
  'web/src',
  'web/public',
  'web/vite',
  'web/vite.config.ts',
  'web/package.json',
  // Its revision is part of the service worker.
  'server/pages/worker-route.ts',
  'server/pages/plain-page.ts',
  // Write the dictionary and the parts of the style sheet.
  'scripts/build/build.ts',
  'scripts/build/style-parts.ts',
  'domain/src',
  'package-lock.json',
  'tsconfig.json',
]

const ignored = (file: string) => /\.test\.tsx?$/.test(file) || file.endsWith('.DS_Store')

function filesOf(source: string): string[] {
  const at = path.join(root, source)
  if (!fs.existsSync(at)) return []
  if (fs.statSync(at).isFile()) return [at]
  return fs
    .readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** Hash of all sources. By content, because a checkout changes modification times arbitrarily. */
export function sourceStamp(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap(filesOf).filter((file) => !ignored(file))
  // By the same names and in the same order on every platform.
  for (const name of files.map((file) => nameBelow(root, file)).sort()) {
    const content = fs.readFileSync(path.join(root, name))
    hash.update(`${name}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Records that the build on disk was made from the current sources. */
export function noteBuild(): void {
  fs.writeFileSync(stampFile, sourceStamp())
}

/** False when there is no build, or the sources have changed since. */
export function isBuildCurrent(): boolean {
  const entry = path.join(root, 'web/dist/server/server.js')
  if (!fs.existsSync(stampFile) || !fs.existsSync(entry)) return false
  return fs.readFileSync(stampFile, 'utf8') === sourceStamp()
}

/** How much of a failed build's output is shown. */
const shownOutput = 4_000

/** What was unpacked by another account or is mounted to be read only can run, but not be built. */
const READ_ONLY =
  'Die Oberfläche ist noch nicht gebaut, und in diesen Ordner darf HoT nicht schreiben. Bau sie einmal, wo geschrieben werden darf (npm run build), oder nimm das fertige Archiv eines Release.'

/** Builds the app when there is no build or its sources have changed. Throws StartFailure with the build's output. */
export async function ensureBuild(say: (line: string) => void): Promise<void> {
  if (isBuildCurrent()) return
  say('Die Oberfläche wird gebaut, das dauert etwa eine halbe Minute …')
  const started = performance.now()
  const build = spawn(process.execPath, [path.join(import.meta.dirname, 'build.ts')], {
    cwd: root,
    // Vite respects an existing NODE_ENV, and a development build is slow and large.
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
  if (code !== 0 && /\b(EROFS|EACCES|EPERM)\b/.test(output)) throw new StartFailure(READ_ONLY)
  if (code !== 0) throw new StartFailure(`Die Oberfläche ließ sich nicht bauen (npm run build):\n${output.trim()}`)
  say(`Gebaut in ${Math.round((performance.now() - started) / 1000)} s.`)
}
