/**
 * `npm run structure`: whether a noun has a home and a file is a concept, in figures with their bars. `-- --list` names the
 * places behind each figure. Ends with 1 when a bar is missed.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { scriptFile } from '../node-program.js'
import { circlesOf, readSources, type SourceFile } from './graph.ts'

type Figure = { name: string; bar: string; value: string | number; holds: boolean; places?: string[] }

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

/** Files with exactly one importer, which stands in the same folder: two that may be one concept. */
function onlyNeighbours(sources: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>()
  for (const { file, imports } of sources)
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), file])
  return [...importers]
    .filter(([file, [first = '', ...others]]) => others.length === 0 && path.dirname(first) === path.dirname(file))
    .map(([file, [first]]) => `${file} ← ${path.basename(first ?? '')}`)
}

/** Exports that nothing, or nothing but tests, uses: what knip finds when it looks at the product alone. */
function unusedExports(): string[] {
  const args = [
    scriptFile('knip'),
    '--production',
    '--include',
    'exports,types,files',
    '--reporter',
    'compact',
    '--no-progress',
  ]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => /\.(ts|tsx)\b/.test(line))
}

const pluginsThatTouchLibraries = () =>
  fs.readdirSync('web/vite').filter((file) => /^(without-|plain-|adopt-library)/.test(file) && !file.includes('.test.'))

function figures(sources: readonly SourceFile[]): Figure[] {
  const lines = sources.map((source) => source.lines).sort((a, b) => a - b)
  const median = quantile(lines, 0.5)
  const p90 = quantile(lines, 0.9)
  const full = [...foldersOf(sources)].filter(([, count]) => count > 15)
  const long = sources.filter((source) => source.lines > 400)
  const short = sources.filter((source) => source.lines < 15 && !isRoute(source))
  const neighbours = onlyNeighbours(sources)
  const functions = [...sources].sort((a, b) => b.longest.lines - a.longest.lines)
  const longest = functions[0]?.longest.lines ?? 0
  const circles = circlesOf(sources)
  const unused = unusedExports()
  const plugins = pluginsThatTouchLibraries()
  const biome = fs.statSync('biome.json').size
  const migrations = fs.readdirSync('supabase/migrations').filter((file) => file.endsWith('.sql')).length
  return [
    { name: 'TypeScript files of the product', bar: '–', value: sources.length, holds: true },
    {
      name: 'folders with more than 15 files',
      bar: '0',
      value: full.length,
      holds: full.length === 0,
      places: full.map(([folder, count]) => `${folder}: ${count}`),
    },
    { name: 'lines of a file, median', bar: '60–120', value: median, holds: median >= 60 && median <= 120 },
    { name: 'lines of a file, p90', bar: '≤ 250', value: p90, holds: p90 <= 250 },
    {
      name: 'files above 400 lines',
      bar: '0',
      value: long.length,
      holds: long.length === 0,
      places: long.map((one) => `${one.file}: ${one.lines}`),
    },
    {
      name: 'files under 15 lines',
      bar: '< 30',
      value: short.length,
      holds: short.length < 30,
      places: short.map((one) => one.file),
    },
    {
      name: 'files with one importer, beside them',
      bar: '< 150',
      value: neighbours.length,
      holds: neighbours.length < 150,
      places: neighbours,
    },
    {
      name: 'longest function in lines',
      bar: '< 100',
      value: longest,
      holds: longest < 100,
      places: functions.slice(0, 12).map(({ file, longest: one }) => `${file} ${one.name}: ${one.lines}`),
    },
    {
      name: 'circles of imports',
      bar: '0',
      value: circles.length,
      holds: circles.length === 0,
      places: circles.map((circle) => circle.join(' ↔ ')),
    },
    {
      name: 'exports unused, or by tests only',
      bar: '0',
      value: unused.length,
      holds: unused.length === 0,
      places: unused,
    },
    {
      name: 'build steps that touch a library',
      bar: '0',
      value: plugins.length,
      holds: plugins.length === 0,
      places: plugins,
    },
    { name: 'bytes of biome.json', bar: '≤ 6,000', value: biome, holds: biome <= 6000 },
    { name: 'migrations', bar: '≤ 30', value: migrations, holds: migrations <= 30 },
  ]
}

const listed = process.argv.includes('--list')
const found = figures(readSources())
for (const { name, bar, value, holds, places = [] } of found) {
  console.info(`${holds ? '  ' : '! '}${name.padEnd(40)}${String(value).padStart(8)}   ${bar}`)
  if (listed) for (const place of places) console.info(`      ${place}`)
}
process.exit(found.every(({ holds }) => holds) ? 0 : 1)
