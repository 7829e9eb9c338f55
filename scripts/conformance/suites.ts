/** The suites of the official clients that reach a server, as they lie in a checkout of supabase/supabase-js. */
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parse } from 'smol-toml'

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
