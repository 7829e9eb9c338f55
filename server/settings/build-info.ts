import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { BuildInfo } from '@hot/domain/installation/build-name'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')

/** In the root of what is delivered without git: tarball and image. `npm run pack:release` and the Dockerfile write it. */
export const stampName = 'build-commit'

const hash = /^[0-9a-f]{40}(-dirty)?$/

/** HoT's version, from package.json. */
export function readVersion(folder = root): string {
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}

/** Without what a hook or an outer repository has set, and without writing into the repository. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return { ...Object.fromEntries(own), GIT_OPTIONAL_LOCKS: '0' }
}

/** Undefined where there is no git, or where it does not answer: a folder without repository, or of another user. */
function git(folder: string, ...args: string[]): string | undefined {
  const options = { cwd: folder, env: gitEnvironment(), timeout: 10_000 }
  try {
    return execFileSync('git', args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function commitOfCheckout(folder: string): string | undefined {
  // An unpacked tarball may lie in somebody else's repository.
  const top = git(folder, 'rev-parse', '--show-toplevel')
  if (!top || fs.realpathSync(top) !== fs.realpathSync(folder)) return undefined
  const commit = git(folder, 'rev-parse', 'HEAD')
  const changes = git(folder, 'status', '--porcelain', '--untracked-files=no')
  return commit && changes ? `${commit}-dirty` : commit
}

/** The commit of a folder: by its stamp, or else by git; `unknown` is the honest rest. */
export function readCommit(folder = root): string {
  const stamp = path.join(folder, stampName)
  const found = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8').trim() : commitOfCheckout(folder)
  return found && hash.test(found) ? found : 'unknown'
}

let own: BuildInfo | undefined

/** Version and commit of this program, read once. */
export function buildInfo(): BuildInfo {
  own ??= { version: readVersion(), commit: readCommit() }
  return own
}
