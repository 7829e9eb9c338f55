import fs from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { Outcome, TestFailure } from './outcome.ts'

type Failure = Pick<SerializedError, 'message' | 'stack'> & { diff?: string }

/**
 * Writes counts and failures of a run for `run-suites.ts` into the file named by HOT_OUTCOME. Vitest's own report has
 * neither the diff of an assertion, nor errors before a suite's first test or outside of tests.
 */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): void {
    const file = process.env.HOT_OUTCOME
    if (!file) throw new Error('HOT_OUTCOME is missing: the file for the outcome.')
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const failures = [...modules.flatMap(brokenParts), ...broken('outside of any test', outside)]
    counts.failed = failures.length
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        const name = `${module.relativeModuleId} › ${test.fullName}`
        if (state === 'passed') {
          counts.passed++
          if (test.diagnostic()?.flaky) failures.push({ kind: 'flaky', name, message: said(errors ?? []) })
        } else if (state !== 'failed') counts.skipped++
        else {
          counts.failed++
          failures.push({
            kind: 'failed',
            name,
            message: said(errors),
          })
        }
      }
    fs.writeFileSync(file, JSON.stringify({ counts, failures } satisfies Outcome))
  }
}

/** A file that cannot be loaded, and suites whose setup or teardown fails: their tests are skipped or have passed. */
function brokenParts(module: TestModule): TestFailure[] {
  const suites = [...module.children.allSuites()]
  return [
    ...broken(module.relativeModuleId, module.errors()),
    ...suites.flatMap((suite) => broken(`${module.relativeModuleId} › ${suite.fullName}`, suite.errors())),
  ]
}

const broken = (name: string, errors: readonly Failure[]): TestFailure[] =>
  errors.length > 0 ? [{ kind: 'failed', name, message: said(errors) }] : []

/** The diff, then the location; a stack begins with its message. */
const said = (errors: readonly Failure[]): string =>
  errors.map(({ message, stack, diff }) => [message, diff, callsOf(stack)].filter(Boolean).join('\n')).join('\n')

const callsOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
