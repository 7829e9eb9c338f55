/** What of a report's tests failed or needed a second try: one line each, which `.ci/run` repeats at its end. */

type VitestReport = {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}
type PlaywrightSuite = {
  title: string
  specs?: { title: string; file: string; tests: { projectName: string; status: string }[] }[]
  suites?: PlaywrightSuite[]
}

/** Failed tests of Vitest's JSON report; a file that could not be loaded has no tests and counts by its name. */
export function unluckyOfVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0)
      return message && assertionResults.length === 0 ? [`failed: ${name} could not be loaded`] : []
    return failed.map(({ fullName }) => `failed: ${fullName}`)
  })
}

/** Failed and flaky tests of Playwright's JSON report. */
export function unluckyOfPlaywright({ suites }: { suites: PlaywrightSuite[] }): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, status }) => {
          return `${status === 'flaky' ? 'flaky' : 'failed'}: [${projectName}] ${file} › ${title}`
        }),
    ),
    ...unluckyOfPlaywright({ suites: suite.suites ?? [] }),
  ])
}
