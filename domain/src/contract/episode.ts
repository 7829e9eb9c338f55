import { z } from 'zod'
import { id } from './parts.ts'

/**
 * `own_progress()`: how far the caller has seen each season, latest first, at most 1,000; `set_progress(p_season, p_until)`
 * answers the same, null takes it back. Hints: `not_aired`, `too_many_seasons` (23514), `target_gone` (23503), `account_gone`
 * (42501), 429.
 */
export const ownProgress = z.array(
  z.strictObject({
    season_id: id,
    /** Number of the latest episode that was seen; 0: none yet. */
    until: z.int(),
  }),
)
export type OwnProgress = z.infer<typeof ownProgress>

/** `season_results(p_season_id)`: the placements of a season, for whoever uncovers them by a press. */
export const seasonResults = z.array(z.strictObject({ star_id: id, placement: z.string() }))
export type SeasonResults = z.infer<typeof seasonResults>
