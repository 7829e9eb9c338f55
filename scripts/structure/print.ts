/**
 * `npm run structure`: whether a noun has one home and a file is one concept, in numbers with their limits. `--
 * --list` names the places behind each number. Exits with 1 when a limit is exceeded.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { scriptFile } from '../node-program.js'
import { filesToRead } from '../schemas/files-to-read.ts'
import { mutualFolders } from '../schemas/folder-references.ts'
import { repeatedObjects, schemaStatements, schemasFolder, sqlFilesIn } from '../schemas/schema-files.ts'
import { climbingImports, folderCircles } from './floors.ts'
import { circlesOf, filesUnder, readSources, type SourceFile } from './graph.ts'

type Figure = { name: string; bar: string; value: number; holds: boolean; places?: readonly string[] }

const isRoute = ({ file }: SourceFile) => file.startsWith('web/src/routes/')

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function foldersOf(sources: readonly SourceFile[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const source of sources.filter((one) => !isRoute(one))) {
    const folder = path.posix.dirname(source.file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

/** Files whose only importer is in the same folder: two that may be one concept. */
function onlyNeighbours(sources: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>()
  for (const { file, imports } of sources)
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), file])
  return [...importers]
    .filter(([file, [first = '', ...others]]) => others.length === 0 && path.dirname(first) === path.dirname(file))
    .map(([file, [first]]) => `${file} ← ${path.basename(first ?? '')}`)
}

/**
 * Exports used by nothing or by tests only: knip's findings when tests are excluded. Exports that their own file also
 * uses do not count.
 */
function unusedExports(): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-structure-'))
  const config = path.join(folder, 'knip.json')
  const settings: object = JSON.parse(fs.readFileSync('knip.json', 'utf8'))
  fs.writeFileSync(config, JSON.stringify({ ...settings, ignoreExportsUsedInFile: true }))
  const kinds = ['--production', '--include', 'exports,types,files']
  const args = [scriptFile('knip'), ...kinds, '--config', config, '--reporter', 'compact', '--no-progress']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  fs.rmSync(folder, { recursive: true })
  return stdout.split('\n').filter((line) => /\.(ts|tsx)\b/.test(line))
}

const pluginsThatTouchLibraries = () =>
  fs.readdirSync('web/vite').filter((file) => /^(without-|plain-|adopt-library)/.test(file) && !file.includes('.test.'))

const places = (name: string, found: readonly string[]): Figure => ({
  name,
  bar: '0',
  value: found.length,
  holds: found.length === 0,
  places: found,
})
const fewer = (name: string, limit: number, found: readonly string[]): Figure => ({
  ...places(name, found),
  bar: `< ${limit}`,
  holds: found.length < limit,
})
const atMost = (name: string, limit: number, value: number): Figure => ({
  name,
  bar: `≤ ${limit.toLocaleString('en')}`,
  value,
  holds: value <= limit,
})

/** Lengths of files and functions. */
function lengths(sources: readonly SourceFile[]): Figure[] {
  const lines = sources.map((source) => source.lines).sort((a, b) => a - b)
  const median = quantile(lines, 0.5)
  const long = sources.filter((source) => source.lines > 400)
  const functions = [...sources].sort((a, b) => b.longest.lines - a.longest.lines)
  const longest = functions[0]?.longest.lines ?? 0
  return [
    { name: 'lines of a file, median', bar: '60–120', value: median, holds: median >= 60 && median <= 120 },
    atMost('lines of a file, p90', 250, quantile(lines, 0.9)),
    places(
      'files above 400 lines',
      long.map((one) => `${one.file}: ${one.lines}`),
    ),
    fewer('files under 15 lines, routes apart', 30, filesUnder(15)),
    {
      name: 'longest function in lines',
      bar: '< 100',
      value: longest,
      holds: longest < 100,
      places: functions.slice(0, 12).map(({ file, longest: one }) => `${file} ${one.name}: ${one.lines}`),
    },
  ]
}

/** Where files are located, and how they depend on each other. */
function relations(sources: readonly SourceFile[]): Figure[] {
  const full = [...foldersOf(sources)].filter(([, count]) => count > 15)
  return [
    places(
      'folders with more than 15 files',
      full.map(([folder, count]) => `${folder}: ${count}`),
    ),
    fewer('files with one importer, beside them', 150, onlyNeighbours(sources)),
    places(
      'circles of imports',
      circlesOf(sources).map((circle) => circle.join(' ↔ ')),
    ),
    places('circles of folders', folderCircles(sources)),
    places('imports that climb to a higher floor', climbingImports(sources)),
  ]
}

/** The last migration of version 1.0; each later version adds one. */
const lastOf10 = '20261123002900_jobs.sql'
const migrations = sqlFilesIn('supabase/migrations')
const linesOfSql = (folder: string, files: readonly string[]) =>
  files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').split('\n').length - 1)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Figures of SQL: what the database is (`supabase/schemas`) and how an installation gets there. */
async function sqlFigures(): Promise<Figure[]> {
  const statements = await schemaStatements(schemasFolder)
  const lines = linesOfSql(schemasFolder, sqlFilesIn(schemasFolder))
  const reading = [...filesToRead(statements)].map(([table, { own, deciding, acting }]) => ({
    table,
    truth: [...own, ...deciding],
    acting: [...acting],
  }))
  const later = migrations.filter((file) => file > lastOf10)
  const most = (of: 'truth' | 'acting') => {
    const sorted = reading.sort((a, b) => b[of].length - a[of].length)
    return {
      value: sorted[0]?.[of].length ?? 0,
      places: sorted.slice(0, 8).map((one) => `${one.table}: ${one[of].join(', ')}`),
    }
  }
  const [truth, acting] = [most('truth'), most('acting')]
  const mutual = mutualFolders(statements)
  return [
    atMost('migrations of version 1.0', 30, migrations.length - later.length),
    atMost('migrations since, one for each version', versionsSince10(), later.length),
    places('objects and rights that stand more than once in supabase/schemas', repeatedObjects(statements)),
    { name: 'lines of SQL in supabase/schemas', bar: '–', value: sum(lines), holds: true },
    {
      name: 'lines of the migrations that lead there',
      bar: '–',
      value: sum(linesOfSql('supabase/migrations', migrations)),
      holds: true,
    },
    atMost('lines of a file of supabase/schemas, longest', 320, Math.max(...lines)),
    { ...atMost('files that say what a row of a table is, most', 5, truth.value), places: truth.places },
    // Numbers of folders say what is built on what; each pair less is a step there, and none may come.
    {
      ...atMost('pairs of folders of supabase/schemas whose functions name each other', 107, mutual.length),
      places: mutual,
    },
    {
      name: 'files of others that act on its changes, most',
      bar: '–',
      value: acting.value,
      holds: true,
      places: acting.places,
    },
  ]
}

/** Versions after 1.0, the one that is being made among them. */
const versionsSince10 = () =>
  [...fs.readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (Unreleased|\d+\.\d+\.\d+)/gm)].filter(
    ([, version]) => version !== '1.0.0',
  ).length

/** All figures but what knip finds, which takes as long as the rest. */
export const quickFigures = async (sources: readonly SourceFile[]): Promise<Figure[]> => [
  { name: 'TypeScript files of the product', bar: '–', value: sources.length, holds: true },
  ...lengths(sources),
  ...relations(sources),
  places('build steps that touch a library', pluginsThatTouchLibraries()),
  atMost('bytes of biome.json', 6_000, fs.statSync('biome.json').size),
  ...(await sqlFigures()),
]

if (import.meta.main) {
  const listed = process.argv.includes('--list')
  const found = [...(await quickFigures(readSources())), places('exports unused, or by tests only', unusedExports())]
  for (const { name, bar, value, holds, places: where = [] } of found) {
    console.info(`${holds ? '  ' : '! '}${name.padEnd(66)}${value.toLocaleString('en').padStart(8)}   ${bar}`)
    if (listed) for (const place of where) console.info(`      ${place}`)
  }
  process.exitCode = found.every(({ holds }) => holds) ? 0 : 1
}
