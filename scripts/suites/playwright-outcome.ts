import type { Outcome, Unlucky } from './failed-tests.ts'

type PlaywrightTest = { projectName: string; status: string; results: { errors: { message?: string }[] }[] }
type PlaywrightSuite = {
  title: string
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
  stats: { expected: number; flaky: number; unexpected: number; skipped: number }
}

/** Playwright's JSON report: its counts, and what the last failing try of every failed or flaky test said. */
export function outcomeOfPlaywright({ suites, errors, stats }: PlaywrightReport): Outcome {
  const outside = errors.map(({ message = '' }): Unlucky => ({ kind: 'failed', name: 'outside of any test', message }))
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected + outside.length, skipped: stats.skipped },
    unlucky: [...outside, ...suites.flatMap(unluckyOfSuite)],
  }
}

function unluckyOfSuite({ specs = [], suites = [] }: PlaywrightSuite): Unlucky[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }): Unlucky => {
        const said = results.filter(({ errors }) => errors.length > 0).at(-1)?.errors ?? []
        return {
          kind: status === 'flaky' ? 'flaky' : 'failed',
          name: `[${projectName}] ${file} › ${title}`,
          message: said.map(({ message = '' }) => message).join('\n'),
        }
      }),
  )
  return [...own, ...suites.flatMap(unluckyOfSuite)]
}
