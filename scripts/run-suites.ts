/**
 * `npm test` and `npm run test:full`: runs the suites one after the other and closes with
 * `N passed, N failed`, summed over all of them. A suite that breaks before its first test counts as one failure.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type PostgresServer, startPostgres } from './throwaway-postgres.ts'
import { unluckyOfPlaywright, unluckyOfVitest } from './unlucky-tests.ts'

type Counts = { passed: number; failed: number; skipped: number }
type Suite = { name: string; command: string[]; report: 'vitest' | 'playwright' | 'none'; needs?: 'postgres' }

const bin = (name: string) => path.join('node_modules', '.bin', name)
const vitest = (...args: string[]) => [bin('vitest'), 'run', ...args]

const suites: Record<string, Suite[]> = {
  test: [
    { name: 'unit', command: vitest('--project', '!full'), report: 'vitest' },
    { name: 'build', command: ['npm', 'run', 'build', '--silent'], report: 'none' },
    { name: 'journeys', command: [bin('playwright'), 'test'], report: 'playwright' },
  ],
  full: [
    {
      name: 'postgres',
      command: vitest('--project', 'sql', '--project', 'contract'),
      report: 'vitest',
      needs: 'postgres',
    },
    { name: 'types', command: [bin('node'), 'scripts/generate-types.ts', '--check'], report: 'none' },
    { name: 'bulky', command: vitest('--project', 'full'), report: 'vitest', needs: 'postgres' },
  ],
}

/** Every failed or flaky test so far, named once more at the end: a log of thousands of lines is cut before its middle. */
const unlucky: string[] = []

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-suites-'))

function readCounts(suite: Suite, file: string, exitCode: number): Counts {
  const broken = { passed: 0, failed: 1, skipped: 0 }
  if (suite.report === 'none') return exitCode === 0 ? { passed: 0, failed: 0, skipped: 0 } : broken
  if (!fs.existsSync(file)) return broken
  const report = JSON.parse(fs.readFileSync(file, 'utf8'))
  unlucky.push(...(suite.report === 'vitest' ? unluckyOfVitest(report) : unluckyOfPlaywright(report)))
  const counts: Counts =
    suite.report === 'vitest'
      ? { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
      : {
          passed: report.stats.expected + report.stats.flaky,
          failed: report.stats.unexpected,
          skipped: report.stats.skipped,
        }
  // A file that cannot be loaded fails without a failed test.
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

function run(suite: Suite, postgres: PostgresServer | undefined): Counts {
  const file = path.join(scratch, `${suite.name}.json`)
  const reporters = {
    vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    playwright: ['--reporter=list,json'],
    none: [],
  }[suite.report]
  const [program = '', ...args] = [...suite.command, ...reporters]
  console.info(`\n== ${suite.name}`)
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(postgres && { TEST_DATABASE_URL: postgres.url }) },
  })
  const counts = readCounts(suite, file, status ?? 1)
  if (counts.failed > 0 && unlucky.length === 0) unlucky.push(`failed: ${suite.name}`)
  console.info(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return counts
}

const chosen = suites[process.argv[2] ?? 'test']
if (!chosen) throw new Error(`unknown set of suites; one of ${Object.keys(suites).join(', ')}`)

const postgres = chosen.some((suite) => suite.needs) ? await startPostgres() : undefined
const sum: Counts = { passed: 0, failed: 0, skipped: 0 }
try {
  for (const suite of chosen) {
    const counts = run(suite, suite.needs && postgres)
    for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += counts[key]
  }
} finally {
  postgres?.stop()
  fs.rmSync(scratch, { recursive: true })
}
console.info(`\n${unlucky.join('\n')}`)
console.info(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)
