import { stripVTControlCharacters } from 'node:util'

/** A test that failed or needed a second try: its name, and what it said about it. */
export type Unlucky = { kind: 'failed' | 'flaky'; name: string; message: string }

/** How a suite ended. */
export type Counts = { passed: number; failed: number; skipped: number }
export type Outcome = { counts: Counts; unlucky: Unlucky[] }

/** Of a test 15 lines at most, and of all together what a log's last hundred lines can hold. */
const linesOfOne = 15
const linesOfAll = 60

/**
 * What `npm test` says at its end, and `.ci/run` once more: first what each test said, then every name on a line of its
 * own. A log of thousands of lines is cut before its middle, so the names come last.
 */
export function lastWords(unlucky: readonly Unlucky[]): string {
  const lines = Math.max(3, Math.min(linesOfOne, Math.floor(linesOfAll / unlucky.length)))
  const names = unlucky.map(({ kind, name }) => `${kind}: ${name}`)
  const words = unlucky.map(({ message }, at) =>
    [names[at], ...firstLines(message, lines).map((line) => `  | ${line}`)].join('\n'),
  )
  return [...words, ...names].join('\n')
}

/** Without empty lines, colours, and the calls inside the test runners. */
const firstLines = (message: string, count: number): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
    .slice(0, count)
    .map((line) => line.slice(0, 300))
