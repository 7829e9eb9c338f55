import { expect, test } from 'vitest'
import { lastWords, outcomeOfPlaywright } from './outcome.ts'

const failed = (name: string, message: string) => ({ kind: 'failed' as const, name, message })

test("the output ends with the failed tests' messages, without colours and the runner's stack, then their names", () => {
  const said = '\u001b[31mexpected 1 to be 2\u001b[39m\n\n    at file.ts:3\n    at node_modules/vitest/run.js:1'
  expect(lastWords([failed('breaks', said)])).toBe(
    ['failed: breaks', '  | expected 1 to be 2', '  |     at file.ts:3', 'failed: breaks'].join('\n'),
  )
})

test('with twenty long failures all names are within the last hundred lines', () => {
  const many = Array.from({ length: 20 }, (_, at) => failed(`test ${at}`, 'line\n'.repeat(500)))
  const lines = lastWords(many).split('\n')
  expect(lines.length).toBeLessThanOrEqual(100)
  expect(lines.slice(-20)).toEqual(many.map(({ name }) => `failed: ${name}`))
})

test('without failures there is no output', () => {
  expect(lastWords([])).toBe('')
})

test("Playwright's failed and flaky tests are listed with the message of the last failing try", () => {
  const tried = (...messages: string[]) => messages.map((message) => ({ errors: message ? [{ message }] : [] }))
  const report = {
    stats: { expected: 5, flaky: 1, unexpected: 1, skipped: 2 },
    errors: [{ message: 'the server ended with 1' }],
    suites: [
      {
        title: 'way.spec.ts',
        specs: [
          {
            title: 'goes',
            file: 'way.spec.ts',
            tests: [{ projectName: 'desktop', status: 'flaky', results: tried('once', 'twice', '') }],
          },
        ],
        suites: [
          {
            title: 'inside',
            specs: [
              {
                title: 'ends',
                file: 'way.spec.ts',
                tests: [
                  { projectName: 'phone', status: 'unexpected', results: tried('no') },
                  { projectName: 'desktop', status: 'expected', results: tried('') },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
  expect(outcomeOfPlaywright(report)).toEqual({
    counts: { passed: 6, failed: 2, skipped: 2 },
    failures: [
      failed('outside of any test', 'the server ended with 1'),
      { kind: 'flaky', name: '[desktop] way.spec.ts › goes', message: 'twice' },
      failed('[phone] way.spec.ts › ends', 'no'),
    ],
  })
})
