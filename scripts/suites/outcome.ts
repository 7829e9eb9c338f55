import { stripVTControlCharacters } from 'node:util'

/** A test that failed or needed a retry: its name and its error. */
export type TestFailure = { kind: 'failed' | 'flaky'; name: string; message: string }

/** How a suite ended. */
export type Counts = { passed: number; failed: number; skipped: number }
export type Outcome = { counts: Counts; failures: TestFailure[] }

/** At most 15 lines per test, and in total no more than the last hundred lines of a log can hold. */
const linesOfOne = 15
const linesOfAll = 60

/**
 * The summary at the end of `npm test`, repeated by `.ci/run`: first the error of each test, then every name on a
 * line of its own. Long logs are cut in the middle, so the names come last.
 */
export function lastWords(failures: readonly TestFailure[]): string {
  const lines = Math.max(3, Math.min(linesOfOne, Math.floor(linesOfAll / failures.length)))
  const names = failures.map(({ kind, name }) => `${kind}: ${name}`)
  const words = failures.map(({ message }, at) =>
    [names[at], ...firstLines(message, lines).map((line) => `  | ${line}`)].join('\n'),
  )
  return [...words, ...names].join('\n')
}

/** Without empty lines, colours, and stack frames of the test runners. */
const firstLines = (message: string, count: number): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
    .slice(0, count)
    .map((line) => line.slice(0, 300))

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

/** Playwright's JSON report: its counts, and the error of the last failed attempt of every failed or flaky test. */
export function outcomeOfPlaywright({ suites, errors, stats }: PlaywrightReport): Outcome {
  const outside = errors.map(
    ({ message = '' }): TestFailure => ({ kind: 'failed', name: 'outside of any test', message }),
  )
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected + outside.length, skipped: stats.skipped },
    failures: [...outside, ...suites.flatMap(failuresOfSuite)],
  }
}

function failuresOfSuite({ specs = [], suites = [] }: PlaywrightSuite): TestFailure[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }): TestFailure => {
        const said = results.filter(({ errors }) => errors.length > 0).at(-1)?.errors ?? []
        return {
          kind: status === 'flaky' ? 'flaky' : 'failed',
          name: `[${projectName}] ${file} › ${title}`,
          message: said.map(({ message = '' }) => message).join('\n'),
        }
      }),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}
