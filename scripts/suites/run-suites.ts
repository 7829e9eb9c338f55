/**
 * `npm test` and `npm run test:full`: runs the suites one after the other and ends with `N passed, N failed`, summed
 * over all of them. A suite that breaks before its first test counts as one failure. With `--turn N` two modes and one half
 * of what is bulky take their turn, so that a run stays below 45 minutes; three turns in a row have everything.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import startDemoServer from '../../tests/support/server/demo-server.ts'
import { scriptFile } from '../node-program.js'
import { modesOf, turnOf } from '../turn.ts'
import { type Counts, lastWords, type Outcome, outcomeOfPlaywright, type TestFailure } from './outcome.ts'
import { type PostgresServer, startPostgres } from './throwaway-postgres.ts'

type Suite = {
  name: string
  command: string[]
  report: 'vitest' | 'playwright' | 'none'
  needs?: 'postgres' | 'demo server'
  /** What browsers and devices do to the app (tests/e2e/support/modes.ts). */
  mode?: string
  /** The server takes its ten seconds while this suite runs. */
  meanwhile?: 'demo server'
}

const program = (name: string, ...args: string[]) => [process.execPath, scriptFile(name), ...args]
const vitest = (...args: string[]) => program('vitest', 'run', ...args)
const journeys = (...projects: string[]) =>
  program('@playwright/test:playwright', 'test', ...projects.map((name) => `--project=${name}`))

const turn = turnOf(process.argv.slice(3))
const bulkyHalf = turn === undefined ? [] : [`--shard=${(turn % 2) + 1}/2`]

const suites: Record<string, Suite[]> = {
  test: [
    {
      name: 'unit',
      command: vitest('--project', '!full', '--project', '!engines', '--project', '!http*'),
      report: 'vitest',
    },
    { name: 'build', command: [process.execPath, 'scripts/build/build.ts'], report: 'none' },
    { name: 'http', command: vitest('--project', 'http*'), report: 'vitest', needs: 'demo server' },
    { name: 'journeys', command: journeys('desktop', 'phone'), report: 'playwright', needs: 'demo server' },
  ],
  full: [
    {
      name: 'postgres',
      command: vitest('--project', 'sql', '--project', 'contract'),
      report: 'vitest',
      needs: 'postgres',
    },
    { name: 'types', command: [process.execPath, 'scripts/generate/types.ts', '--check'], report: 'none' },
    {
      name: 'native build',
      command: [process.execPath, 'tests/e2e/support/native-build.ts'],
      report: 'none',
      meanwhile: 'demo server',
    },
    {
      name: 'journeys, long run',
      command: journeys('long', 'full', 'alone'),
      report: 'playwright',
      needs: 'demo server',
    },
    // Each has a process of its own: both are done in the time of the slower.
    { name: 'engines', command: vitest('--project', 'engines'), report: 'vitest', needs: 'demo server' },
    ...modesOf(turn).map(
      (mode): Suite => ({
        name: `journeys, ${mode}`,
        command: journeys('modes', 'modes phone'),
        report: 'playwright',
        needs: 'demo server',
        mode,
      }),
    ),
    { name: 'bulky', command: vitest('--project', 'full', ...bulkyHalf), report: 'vitest', needs: 'postgres' },
  ],
}

/** Every failed or flaky test so far. */
const failures: TestFailure[] = []

/** `suite 12 s` for each that has ended: where a run's time went. */
const times: string[] = []

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-suites-'))

/** The last output of a suite, for suites that break without a report. */
const linesKept = 15
/** Time to read what is still in the pipes; a process left behind by a suite would keep them open forever. */
const pipesEmptyMs = 2000

function outcomeOf(suite: Suite, file: string, exitCode: number, tail: string): Outcome {
  const outcome: Outcome = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] }
  if (fs.existsSync(file)) {
    const report = JSON.parse(fs.readFileSync(file, 'utf8'))
    Object.assign(outcome, suite.report === 'vitest' ? report : outcomeOfPlaywright(report))
  }
  if (exitCode === 0 || outcome.counts.failed > 0) return outcome
  outcome.counts.failed = 1
  outcome.failures.push({ kind: 'failed', name: suite.name, message: tail })
  return outcome
}

/** Runs a command, shows its output and returns the end of it. */
function follow(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; tail: string }> {
  const child = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'], env })
  let tail = ''
  const show = (out: NodeJS.WriteStream) => (text: string) => {
    out.write(text)
    tail = `${tail}${text}`
      .split('\n')
      .slice(-linesKept - 1)
      .join('\n')
  }
  child.stdout.setEncoding('utf8').on('data', show(process.stdout))
  child.stderr.setEncoding('utf8').on('data', show(process.stderr))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      const ended = () => resolve({ code: code ?? 1, tail })
      child.once('close', ended)
      setTimeout(ended, pipesEmptyMs)
    })
  })
}

async function run(suite: Suite, postgres: PostgresServer | undefined): Promise<Counts> {
  const file = path.join(scratch, `${suite.name}.json`)
  const reporters = {
    vitest: ['--reporter=default', '--reporter=./scripts/suites/vitest-outcome.ts'],
    playwright: ['--reporter=list,json'],
    none: [],
  }[suite.report]
  const [program = '', ...args] = [...suite.command, ...reporters]
  const env = {
    ...process.env,
    ...(suite.mode && { HOT_E2E_MODE: suite.mode }),
    HOT_OUTCOME: file,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(postgres && { TEST_DATABASE_URL: postgres.url }),
  }
  console.info(`\n== ${suite.name}`)
  const began = performance.now()
  let { code, tail } = await follow(program, args, env)
  // Node itself ends now and then where many databases come and go in one process (nodejs/node#64500).
  if (process.env.CI && suite.report !== 'none' && code !== 0 && !fs.existsSync(file)) {
    failures.push({ kind: 'flaky', name: `${suite.name}: broke off, ran again`, message: tail })
    ;({ code, tail } = await follow(program, args, env))
  }
  const { counts, failures: those } = outcomeOf(suite, file, code, tail)
  failures.push(...those)
  const took = Math.round((performance.now() - began) / 1000)
  times.push(`${suite.name} ${took} s`)
  console.info(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return counts
}

const chosen = suites[process.argv[2] ?? 'test']
if (!chosen) throw new Error(`unknown set of suites; one of ${Object.keys(suites).join(', ')}`)

const postgres = chosen.some((suite) => suite.needs === 'postgres') ? await startPostgres() : undefined
let demoServer: ReturnType<typeof startDemoServer> | undefined
const sum: Counts = { passed: 0, failed: 0, skipped: 0 }
try {
  for (const suite of chosen) {
    // One server for all suites that need it, on the build of the suites before. If it does not start, each of them
    // reports why.
    if (suite.needs === 'demo server' || suite.meanwhile === 'demo server')
      demoServer ??= startDemoServer().catch(() => undefined)
    if (suite.needs === 'demo server') await demoServer
    const counts = await run(suite, suite.needs === 'postgres' ? postgres : undefined)
    for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += counts[key]
  }
} finally {
  const stopDemoServer = await demoServer
  await stopDemoServer?.()
  postgres?.stop()
  fs.rmSync(scratch, { recursive: true })
}
console.info(`\n== times\n${times.join('\n')}`)
console.info(`\n== failed\n${lastWords(failures)}`)
console.info(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)
