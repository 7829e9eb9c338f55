/**
 * Fails when versions, changelog, lock of the migrations and stored installations do not belong together. `npm run release`
 * (scripts/release/release.ts) keeps them so; this notices what was edited by hand.
 */
import fs from 'node:fs'
import path from 'node:path'
import { isDevelopment } from '@hot/domain/installation/build-name'
import { isAtLeast } from '@hot/embedded/database/migrate'
import {
  brokenLocks,
  lockFile,
  type Migration,
  migrationsFolder,
  migrationsIn,
  readLock,
} from '../check/migrations-lock.ts'
import { type Section, sectionsOf } from './changelog.ts'
import { versionsIn } from './version.ts'

const root = path.resolve(import.meta.dirname, '../..')

type State = {
  /** By the place where it stands; the first is that of the root's package.json. */
  versions: ReadonlyMap<string, string | undefined>
  sections: readonly Section[]
  locked: readonly Migration[]
  migrations: readonly Migration[]
  /** Versions with a stored installation. */
  stored: readonly string[]
}

/** Newest first, one day after the other. */
function wrongOrder(released: readonly Section[]): string[] {
  return released.flatMap(({ version = '', date = '' }, at) => {
    const older = released[at + 1]
    if (!older?.version) return []
    const inOrder = version !== older.version && isAtLeast(version, older.version) && date >= (older.date ?? '')
    return inOrder ? [] : [`CHANGELOG.md: ${version} does not come after ${older.version}`]
  })
}

function wrongDevelopment(version: string, [first, ...rest]: readonly Section[]): string[] {
  const [next = ''] = version.split('-')
  const last = rest[0]?.version
  return [
    ...(version === `${next}-dev` ? [] : [`package.json: ${version} is neither a release nor ends in -dev`]),
    ...(first && !first.version ? [] : ['CHANGELOG.md: a development version needs the section "Unreleased" on top']),
    ...(last && (next === last || !isAtLeast(next, last)) ? [`${version} does not come after ${last}`] : []),
  ]
}

function wrongRelease(version: string, { sections, locked, migrations, stored }: State): string[] {
  const known = new Set(locked.map(({ file }) => file))
  return [
    ...(sections[0]?.version === version ? [] : [`CHANGELOG.md: its first section is not that of ${version}`]),
    ...migrations
      .filter(({ file }) => !known.has(file))
      .map(({ file }) => `${file} is released with ${version} and not locked`),
    ...(stored.includes(version) ? [] : [`supabase/tests/installations has no installation of ${version}`]),
  ]
}

/** What does not belong together. */
export function wrongInRelease(state: State): string[] {
  const { versions, sections, locked, migrations, stored } = state
  const [version = ''] = versions.values()
  const released = sections.filter((section) => section.version)
  return [
    ...[...versions].filter(([, own]) => own !== version).map(([at, own]) => `${at} says ${own} instead of ${version}`),
    ...brokenLocks(locked, migrations),
    ...wrongOrder(released),
    ...stored
      .filter((one) => !released.some((section) => section.version === one))
      .map((one) => `hot-${one}.json is of a version that CHANGELOG.md does not know`),
    ...(isDevelopment({ version }) ? wrongDevelopment(version, sections) : wrongRelease(version, state)),
  ]
}

const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')

/** The state of this checkout. */
export const releaseState = (): State => ({
  versions: versionsIn(root),
  sections: sectionsOf(read('CHANGELOG.md')),
  locked: readLock(fs.readFileSync(lockFile, 'utf8')),
  migrations: migrationsIn(migrationsFolder),
  stored: fs
    .readdirSync(path.join(root, 'supabase/tests/installations'))
    .flatMap((name) => /^hot-(.*)\.json$/.exec(name)?.[1] ?? []),
})

if (import.meta.main) {
  const wrong = wrongInRelease(releaseState())
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
}
