import { eventWhen, type Timed } from '../calendar/on-air.ts'

/** The episodes of a season: their numbers in order, and the latest that can be watched (0: none yet). */
export type Standing = { numbers: number[]; aired: number }

type Broadcast = Timed & { episode_number: number | null; is_cancelled: boolean }

/**
 * What the broadcasts of a season make of it, as `private.episodes` does: each number once, whoever shows it and however
 * often; what has no number is none, and one that was cancelled everywhere cannot be watched.
 *
 * @param now Server time, epoch ms.
 */
export function standingOf(broadcasts: readonly Broadcast[], now: number): Standing {
  const numbered = broadcasts.flatMap((one) =>
    one.episode_number === null ? [] : [{ one, number: one.episode_number }],
  )
  const watchable = numbered.filter(({ one }) => !one.is_cancelled && eventWhen(one, now) !== 'later')
  return {
    numbers: [...new Set(numbered.map(({ number }) => number))].sort((a, b) => a - b),
    aired: Math.max(0, ...watchable.map(({ number }) => number)),
  }
}
