import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sourceStamp } from '../../../scripts/build/current-build.ts'
import { stampFile } from '../../../scripts/native/doctor.ts'
import { webBuild } from '../../../scripts/native/tree.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** The single-page app as the iOS and Android shells contain it. */
export const built = path.join(root, webBuild)
const lock = path.join(root, 'web/.dist-native-lock')

function isFresh(): boolean {
  const stamp = path.join(root, stampFile)
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sourceStamp()
}

async function build(): Promise<void> {
  const sources = sourceStamp()
  fs.rmSync(path.dirname(built), { recursive: true, force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)('npm', ['run', 'build:native', '-w', 'web', '--silent'], { cwd: root, env })
  fs.writeFileSync(path.join(root, stampFile), sources)
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** False when another worker is building. A lock left behind by a dead worker is recognised by its age. */
function takeLock(): boolean {
  try {
    fs.mkdirSync(lock)
    return true
  } catch (error) {
    if (!isTaken(error)) throw error
    const since = fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > 600_000) fs.rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** Builds the app unless the build is current; of several callers one builds and the others wait. */
export async function nativeAppBuilt(): Promise<void> {
  while (!isFresh()) {
    if (!takeLock()) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      continue
    }
    try {
      if (!isFresh()) await build()
      // Also when sources changed in the meantime: the next run builds again.
      return
    } finally {
      fs.rmSync(lock, { recursive: true, force: true })
    }
  }
}

if (import.meta.main) await nativeAppBuilt()
