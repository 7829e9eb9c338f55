import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Mode, modes } from './modes.ts'

const folder = path.resolve(import.meta.dirname, '..')

/** About the modes themselves: once in each. */
const inEach = ['shell/translated', 'shell/wrong-clock']

/** Journeys that do not turn, beside those of the project `long`, for which the long run has no time. */
const leftOut: readonly { what: RegExp; because: string }[] = [
  { what: /\.alone$/, because: 'they change the whole installation' },
  { what: /^speed\//, because: 'they weigh files and count requests, which no mode changes' },
]

/** Paths of journeys beneath `tests/e2e`, without the ending. */
const allJourneys = (): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => file.replaceAll(path.sep, '/').replace(/\.spec\.ts$/, ''))

/** The mode in which the long run repeats a journey: always the same for the same path. */
function modeOf(journey: string): Mode | undefined {
  if (leftOut.some(({ what }) => what.test(journey))) return undefined
  const number = createHash('sha256').update(journey).digest().readUInt32BE()
  return modes[number % modes.length]
}

/** The journeys that the long run has in this mode, as patterns of their files. */
export const journeysIn = (mode: Mode): string[] =>
  [...inEach, ...allJourneys().filter((journey) => !inEach.includes(journey) && modeOf(journey) === mode)].map(
    (journey) => `**/${journey}.spec.ts`,
  )
