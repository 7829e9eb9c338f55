import type { LogLines } from './request-log.ts'

/** So many lines of a kind a minute; what is more is counted. */
const LINES = 10
/** So many kinds of lines are told apart; a line of a further kind is counted only. */
const KINDS = 500
const MINUTE = 60_000

export type BoundedLines = LogLines & {
  /** How many lines were left out since this was asked last. */
  unlogged: () => number
}

/**
 * Bounds what a storm writes: of slow answers, of failures with one cause, of warnings and errors that say the same, ten
 * lines a minute. Lines of level `info` are never left out.
 */
export function boundLines(lines: LogLines, clock: () => number = Date.now): BoundedLines {
  const written = new Map<string, number>()
  let minute = 0
  let left = 0

  function isWithin(kind: string): boolean {
    const now = Math.floor(clock() / MINUTE)
    if (now !== minute) written.clear()
    minute = now
    const before = written.get(kind) ?? 0
    if (before < LINES && (before > 0 || written.size < KINDS)) {
      written.set(kind, before + 1)
      return true
    }
    left += 1
    return false
  }

  return {
    line: (message, level = 'info') => {
      if (level === 'info' || isWithin(`${level} ${message}`)) lines.line(message, level)
    },
    request: (line) => {
      if (isWithin(line.cause === undefined ? 'slow' : `request ${line.cause}`)) lines.request(line)
    },
    minute: lines.minute,
    unlogged: () => {
      const count = left
      left = 0
      return count
    },
  }
}
