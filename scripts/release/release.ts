/**
 * `npm run release -- 1.1.0 [--next 1.2.0]`: makes a version out of the development version, as two commits and a tag in this
 * checkout. Nothing is pushed. CONTRIBUTING.md ("Releasing") says what comes before and after.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../node-program.js'
import { datedChangelog, openedChangelog } from './changelog.ts'
import { releaseState, wrongInRelease } from './check-release.ts'
import { setVersion, versionsIn } from './version.ts'

const changelogFile = path.join(root, 'CHANGELOG.md')

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const node = (script: string) => execFileSync(process.execPath, [script], { cwd: root, stdio: 'inherit' })
const say = (line: string) => console.info(line)

const editChangelog = (edit: (text: string) => string) =>
  fs.writeFileSync(changelogFile, edit(fs.readFileSync(changelogFile, 'utf8')))

/** The minor version after this one. */
export const following = (version: string): string => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return `${major}.${minor + 1}.0`
}

/** What stands against releasing now; the checkout's own version names the release that it leads to. */
export function obstacles(version: string, next: string, development: string | undefined, changes: string): string[] {
  const form = /^\d+\.\d+\.\d+$/
  return [
    ...[version, next].filter((one) => !form.test(one)).map((one) => `»${one}« is no version like 1.2.0.`),
    ...(development === `${version}-dev` ? [] : [`This checkout leads to ${development}, not to ${version}.`]),
    ...(changes === '' ? [] : [`Commit or undo first:\n${changes}`]),
  ]
}

function refuse(lines: readonly string[]): void {
  if (lines.length > 0) throw new Error(lines.join('\n'))
}

function closeVersion(version: string): void {
  say(`1. Version ${version} in package.json, workspaces and lock`)
  setVersion(root, version)
  say('2. CHANGELOG.md gets the day')
  editChangelog((text) => datedChangelog(text, version, new Date().toISOString().slice(0, 10)))
  say('3. Migrations are locked')
  node('scripts/check/migrations-lock.ts')
  say('4. An installation of this version is stored (a minute or two)')
  node('supabase/tests/installations/store.ts')
  say('5. All of it belongs together')
  refuse(wrongInRelease(releaseState()))
  git('add', '--all')
  git('commit', '--quiet', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `HoT ${version}`)
}

function openNext(next: string): void {
  say(`6. ${next}-dev begins`)
  setVersion(root, `${next}-dev`)
  editChangelog(openedChangelog)
  refuse(wrongInRelease(releaseState()))
  git('add', '--all')
  git('commit', '--quiet', '--message', `Begin ${next}`)
}

function release(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { next: { type: 'string' } },
    allowPositionals: true,
  })
  const [version = ''] = positionals
  const next = values.next ?? following(version)
  const [development] = versionsIn(root).values()
  refuse([...obstacles(version, next, development, git('status', '--porcelain')), ...wrongInRelease(releaseState())])
  closeVersion(version)
  openNext(next)
  say(`Done: tag v${version}. »git push --follow-tags« publishes it.`)
}

if (import.meta.main) {
  try {
    release(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(
      'Nothing was released. »git status« shows what is half done, »git restore --staged --worktree . && git clean supabase/tests/installations« undoes it.',
    )
    process.exitCode = 1
  }
}
