import type { LogLines } from './request-log.ts'

/** So many lines of a kind within this many ms; what is more is counted. */
type Budget = { lines: number; within: number }
/** Each says where the time went, which is another place each time. */
const SLOW: Budget = { lines: 10, within: 60_000 }
/** The second says what the first did. */
const SAME: Budget = { lines: 1, within: 10_000 }
/** So many kinds of lines are told apart; a line of a further kind is counted only. */
const KINDS = 500

export type BoundedLines = LogLines & {
  /** How many lines were left out since this was asked last. */
  unlogged: () => number
}

/**
 * Bounds what a storm writes: of slow answers ten lines a minute, of failures with one cause and of warnings and errors that
 * say the same one in ten seconds. Lines of level `info` are never left out.
 */
export function boundLines(lines: LogLines, clock: () => number = Date.now): BoundedLines {
  const written = new Map<string, { since: number; lines: number; within: number }>()
  let left = 0

  function forgetOver(now: number): void {
    for (const [kind, { since, within }] of written) if (now - since >= within) written.delete(kind)
  }

  function isWithin(kind: string, { lines: most, within }: Budget): boolean {
    const now = clock()
    forgetOver(now)
    const found = written.get(kind)
    if (found ? found.lines < most : written.size < KINDS) {
      written.set(kind, { since: found?.since ?? now, lines: (found?.lines ?? 0) + 1, within })
      return true
    }
    left += 1
    return false
  }

  return {
    line: (message, level = 'info') => {
      if (level === 'info' || isWithin(`${level} ${message}`, SAME)) lines.line(message, level)
    },
    request: (line) => {
      const isAllowed = line.cause === undefined ? isWithin('slow', SLOW) : isWithin(`request ${line.cause}`, SAME)
      if (isAllowed) lines.request(line)
    },
    minute: lines.minute,
    unlogged: () => {
      const count = left
      left = 0
      return count
    },
  }
}
