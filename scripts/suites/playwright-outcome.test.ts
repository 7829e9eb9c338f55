import { expect, test } from 'vitest'
import { outcomeOfPlaywright } from './playwright-outcome.ts'

const failed = (name: string, message: string) => ({ kind: 'failed' as const, name, message })

test("Playwright's failed and flaky tests are named with what the last failing try said", () => {
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
    unlucky: [
      failed('outside of any test', 'the server ended with 1'),
      { kind: 'flaky', name: '[desktop] way.spec.ts › goes', message: 'twice' },
      failed('[phone] way.spec.ts › ends', 'no'),
    ],
  })
})
