import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

/** The suites of the official clients that reach a server, as they lie in a checkout of supabase/supabase-js. */

export type Suite = {
  name: string
  /** The package, from the checkout. */
  folder: string
  /** Its Supabase project: `config.toml`, `migrations`, `seed.sql`; from the package. */
  project: string
}

const suites: readonly Suite[] = [
  { name: 'auth-js', folder: 'packages/core/auth-js', project: 'test/supabase' },
  { name: 'postgrest-js', folder: 'packages/core/postgrest-js', project: 'test/supabase' },
  { name: 'storage-js', folder: 'packages/core/storage-js', project: 'test/supabase' },
  { name: 'supabase-js', folder: 'packages/core/supabase-js', project: 'supabase' },
  { name: 'realtime-js', folder: 'packages/core/realtime-js', project: 'test/supabase' },
]

/** Those in a checkout, or of them those asked for. Fails for one that is not there. */
export function suitesIn(checkout: string, wanted: readonly string[] = []): Suite[] {
  const there = suites.filter(({ folder, project }) =>
    fs.existsSync(path.join(checkout, folder, project, 'config.toml')),
  )
  const missing = wanted.filter((name) => !there.some((suite) => suite.name === name))
  if (missing.length > 0) throw new Error(`Not in ${checkout}: ${missing.join(', ')}`)
  if (there.length === 0)
    throw new Error(`No suite of a client in ${checkout}: it must be a checkout of supabase/supabase-js.`)
  return there.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
}

/** The commit of a checkout; `unknown` for a folder without git. */
export function commitOf(checkout: string): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown' // an unpacked archive, which says no commit
  }
}

/** What the suite expects of its server, as `supabase start` would read it. */
export type Project = { port: number; autoconfirm: boolean; sql: { name: string; text: string }[] }

export function projectOf(checkout: string, { folder, project }: Suite): Project {
  const dir = path.join(checkout, folder, project)
  const config = parse(fs.readFileSync(path.join(dir, 'config.toml'), 'utf8')) as {
    api?: { port?: number }
    auth?: { email?: { enable_confirmations?: boolean } }
  }
  const migrations = path.join(dir, 'migrations')
  const files = fs.existsSync(migrations) ? fs.readdirSync(migrations).sort() : []
  const sql = [...files.filter((name) => name.endsWith('.sql')).map((name) => `migrations/${name}`), 'seed.sql']
  return {
    port: config.api?.port ?? 54_321,
    autoconfirm: config.auth?.email?.enable_confirmations !== true,
    sql: sql
      .filter((name) => fs.existsSync(path.join(dir, name)))
      .map((name) => ({ name, text: fs.readFileSync(path.join(dir, name), 'utf8') })),
  }
}

/** A test's outcome by its file and name. */
export type Outcomes = Map<string, 'passed' | 'failed' | 'skipped'>

/** What Jest and Vitest both write as JSON. */
type Report = { testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[] }

/** The call of the runner that the suite is written for, which must be installed in its checkout. */
function runnerOf(folder: string, report: string): string[] {
  const { resolve } = createRequire(path.join(folder, 'package.json'))
  if (fs.readdirSync(folder).some((name) => name.startsWith('vitest.config.')))
    return [
      path.join(path.dirname(resolve('vitest/package.json')), 'vitest.mjs'),
      ...['run', '--reporter=json', `--outputFile=${report}`, '--testTimeout=60000'],
    ]
  return [resolve('jest/bin/jest'), '--runInBand', '--ci', '--json', `--outputFile=${report}`, '--testTimeout=60000']
}

const statusOf = (status: string) => (status === 'passed' || status === 'failed' ? status : 'skipped')

function outcomesIn({ testResults }: Report, folder: string): Outcomes {
  const outcomes: Outcomes = new Map()
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status } of assertionResults)
      outcomes.set(`${path.relative(folder, name)} > ${fullName.trim()}`, statusOf(status))
  return outcomes
}

/** Runs a suite against what listens on its port. */
export function runSuite(checkout: string, suite: Suite, report: string): Promise<Outcomes> {
  const folder = path.join(checkout, suite.folder)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, runnerOf(folder, report), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('close', () => {
      if (fs.existsSync(report)) resolve(outcomesIn(JSON.parse(fs.readFileSync(report, 'utf8')) as Report, folder))
      else reject(new Error(`${suite.name}: its runner has written no report (see above).`))
    })
  })
}

/** What the suites gave when somebody last looked at them: a change is seen, whichever way it goes. */

const keptSchema = z.object({
  /** Of the checkout with the suites. */
  commit: z.string(),
  passed: z.number().int(),
  failed: z.array(z.string()),
  skipped: z.array(z.string()),
  /** Statements of the suite's schema that were left out. */
  leftOut: z.array(z.string()),
})

export type Kept = z.infer<typeof keptSchema>

const namesOf = (outcomes: Outcomes, wanted: string) =>
  [...outcomes].flatMap(([name, outcome]) => (outcome === wanted ? [name] : [])).sort()

export const resultsOf = (commit: string, outcomes: Outcomes, leftOut: readonly string[]): Kept => ({
  commit,
  passed: namesOf(outcomes, 'passed').length,
  failed: namesOf(outcomes, 'failed'),
  skipped: namesOf(outcomes, 'skipped'),
  leftOut: [...leftOut],
})

const fileOf = (dir: string, suite: string) => path.join(dir, `${suite}.json`)

export function readKept(dir: string, suite: string): Kept | undefined {
  const file = fileOf(dir, suite)
  return fs.existsSync(file) ? keptSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : undefined
}

export function writeKept(dir: string, suite: string, results: Kept): void {
  fs.mkdirSync(dir, { recursive: true })
  fs.writeFileSync(fileOf(dir, suite), `${JSON.stringify(results, null, 2)}\n`)
}

const only = (here: readonly string[], there: readonly string[]) => here.filter((name) => !there.includes(name))

/** Every difference as one line; none: as it was. */
export function changes(kept: Kept, now: Kept): string[] {
  const changed = [
    ...only(now.failed, kept.failed).map((name) => `fails now: ${name}`),
    ...only(kept.failed, now.failed).map((name) =>
      now.skipped.includes(name) ? `failed, is skipped now: ${name}` : `fails no more: ${name}`,
    ),
    ...only(now.skipped, [...kept.skipped, ...kept.failed]).map((name) => `skipped now: ${name}`),
    ...only(kept.skipped, [...now.skipped, ...now.failed]).map((name) => `skipped no more: ${name}`),
    ...only(now.leftOut, kept.leftOut).map((line) => `left out of the schema now: ${line}`),
    ...only(kept.leftOut, now.leftOut).map((line) => `left out of the schema no more: ${line}`),
  ]
  const tests = ({ passed, failed, skipped }: Kept) => passed + failed.length + skipped.length
  return tests(kept) === tests(now) ? changed : [...changed, `${tests(now)} tests in place of ${tests(kept)}`]
}
