import type { OwnStarVotes } from '@hot/domain/contract/community'
import type { StarPage } from '@hot/domain/contract/star'
import { type Question, questions } from '@hot/domain/star/hot-score'
import { type FailureMessage, starMarkFailure } from '@hot/domain/star/vote-failure'
import type { QueryClient } from '@tanstack/react-query'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { type Mark, type MarkKey, marksOwner } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { toggleQueue, useWaitingMarks } from '#web/lib/offline/queued-writes/toggle-queue.ts'
import { writeFan } from './fans/write-fan.ts'

/** A vote's mark: '1'…'5', null when there is none. `demand:ID`, `realness:ID`, `drama:ID`; a fan's is `fan:ID` with 'yes'. */
export const voteKey = (question: Question, starId: string): MarkKey => `${question}:${starId}`
const fanKey = (starId: string): MarkKey => `fan:${starId}`
const fanMark = 'yes'
/** As many as `viewer_fans` answers. */
const fansAtOnce = 100

/** How many votes wait for a network. */
export const useWaitingVotes = (): number => useWaitingMarks(questions)

const faultOf = (error: unknown) => (error instanceof DataError ? error : new DataError('', 0, 'no answer'))

/**
 * Votes on stars and fans of the member who is looking, shown at once and sent one by one. `cache` holds the star's page,
 * which follows; `tell` shows a message.
 */
export function starMarks(cache: QueryClient, tell: (message: FailureMessage) => void) {
  const changeStar = (id: string, change: (star: StarPage) => StarPage) =>
    cache.setQueriesData<StarPage | null>({ queryKey: ['stars', 'one'] }, (star) =>
      star?.id === id ? change(star) : star,
    )
  const askStarAgain = (id: string) =>
    cache.invalidateQueries({
      queryKey: ['stars', 'one'],
      predicate: ({ state }) => (state.data as StarPage | null | undefined)?.id === id,
    })

  async function learnStar(id: string): Promise<void> {
    const take = toggleQueue.expect()
    const { fan, ...votes } = await rpc('viewer_star', { p_star_id: id })
    take([[fanKey(id), fan ? fanMark : null], ...voteEntries(id, votes)])
  }
  const relearn = (id: string) => {
    void askStarAgain(id)
    // Without an answer what is shown stays; the next visit asks again.
    learnStar(id).catch(() => undefined)
  }

  for (const question of questions)
    toggleQueue.define(question, {
      async write(id, mark) {
        const answer = await rpc('set_star_votes', {
          p_star_id: id,
          [`p_${question}`]: Number(mark ?? 0),
        })
        const { hot_score, rank, votes } = answer
        changeStar(id, (star) => ({ ...star, hot_score, rank, votes }))
        // The averages of everybody are not in the answer.
        void askStarAgain(id)
      },
      stale: relearn,
      failed: (_, error) => tell(starMarkFailure('vote', faultOf(error).status, faultOf(error).hint)),
    })
  toggleQueue.define('fan', {
    async write(id, mark, signal) {
      await writeFan(id, mark === fanMark, signal)
      void cache.invalidateQueries({ queryKey: ['account', marksOwner(), 'account_stars'] })
    },
    moved: (id, _, to) => changeStar(id, (star) => ({ ...star, fans: Math.max(0, star.fans + (to ? 1 : -1)) })),
    stale: relearn,
    failed: (_, error) => tell(starMarkFailure('fan', faultOf(error).status, faultOf(error).hint)),
  })

  return {
    /** `value` 1–5; null withdraws. */
    rate: (id: string, question: Question, value: number | null): void =>
      toggleQueue.set(voteKey(question, id), value === null ? null : String(value)),
    setFan: (id: string, fan: boolean): void => toggleQueue.set(fanKey(id), fan ? fanMark : null),
    /** Asks what the viewer has chosen on one star. Rejects with DataError. */
    learnStar,
    /** Asks which of these the viewer is a fan of. Rejects with DataError. */
    async learnFans(ids: readonly string[]): Promise<void> {
      for (let at = 0; at < ids.length; at += fansAtOnce) {
        const take = toggleQueue.expect()
        const asked = ids.slice(at, at + fansAtOnce)
        const fans = new Set(await rpc('viewer_fans', { p_ids: asked }))
        take(asked.map((id) => [fanKey(id), fans.has(id) ? fanMark : null]))
      }
    },
    /** For who asks for votes together with something else: call it first, then hand over what came. */
    expectVotes() {
      const take = toggleQueue.expect()
      return (stars: readonly { id: string; mine: OwnStarVotes }[]) =>
        take(stars.flatMap(({ id, mine }) => voteEntries(id, mine)))
    },
  }
}

export type StarMarks = ReturnType<typeof starMarks>

const voteEntries = (id: string, votes: OwnStarVotes): [MarkKey, Mark][] =>
  questions.map((question) => [voteKey(question, id), votes[question] === null ? null : String(votes[question])])
