import type { OwnStarVotes } from '@hot/domain/contract/community'
import type { StarPage } from '@hot/domain/contract/star'
import { type Question, questions } from '@hot/domain/star/hot-score'
import { type StarChoice, starChoiceFailure } from '@hot/domain/star/vote-failure'
import type { QueryClient } from '@tanstack/react-query'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { whenReadyToWrite } from '#web/lib/auth/viewer/writing-gate.ts'
import { choicesOf, useWaitingChoices } from '#web/lib/offline/queued-writes/choices.ts'
import { type Choice, choicesOwner, type Target } from '#web/lib/offline/queued-writes/own-choices.ts'
import { writeOwnRow } from '#web/lib/offline/queued-writes/send-choice.ts'
import type { StoredChoice } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { fanChoice, fanTarget, voteTarget } from './star-targets.ts'

/** Maximum ids per `viewer_fans` request. */
const maxFans = 100

/** How many votes are queued while offline. */
export const useQueuedVotes = (): number => useWaitingChoices(questions)

const failed = (kind: StarChoice) => (_: string, error: unknown) => {
  const { status, hint } = error instanceof DataError ? error : new DataError('', 0, 'no answer')
  showToast({ ...starChoiceFailure(kind, status, hint), kind: 'error' })
}

/** The current member's votes and fan states; keeps the cached star page in sync. */
function createStarChoices(client: QueryClient) {
  const choices = choicesOf(client)
  const changeStar = (id: string, change: (star: StarPage) => StarPage) =>
    client.setQueriesData<StarPage | null>({ queryKey: ['stars', 'one'] }, (star) =>
      star?.id === id ? change(star) : star,
    )
  const refetchStar = (id: string) =>
    client.invalidateQueries({
      queryKey: ['stars', 'one'],
      predicate: ({ state }) => (state.data as StarPage | null | undefined)?.id === id,
    })

  /** Fetches the viewer's choices on one star. Rejects with DataError. */
  async function loadStar(id: string): Promise<void> {
    const receive = choices.expect()
    const { fan, ...votes } = await rpc('viewer_star', { p_star_id: id })
    receive([[fanTarget(id), fan ? fanChoice : null], ...votesOf(id, votes)])
  }
  const stale = (id: string) => {
    void refetchStar(id)
    // On failure the shown state stays; the next visit retries.
    loadStar(id).catch(() => undefined)
  }

  for (const question of questions)
    choices.define(question, {
      async write(id, choice, signal) {
        const args = { p_star_id: id, [`p_${question}`]: Number(choice ?? 0) }
        const { hot_score, rank, votes } = await rpc('set_star_votes', args, signal)
        changeStar(id, (star) => ({ ...star, hot_score, rank, votes }))
        // The response does not contain the averages.
        void refetchStar(id)
      },
      stale,
      failed: failed('vote'),
    })
  choices.define('fan', {
    async write(id, choice, signal) {
      await writeOwnRow('star_fans', id, choice === null ? null : {}, signal)
      void client.invalidateQueries({ queryKey: ['account', choicesOwner(), 'account_stars'] })
    },
    moved: (id, _, to) => changeStar(id, (star) => ({ ...star, fans: Math.max(0, star.fans + (to ? 1 : -1)) })),
    stale,
    failed: failed('fan'),
  })

  return {
    /** Applied synchronously unless the member still needs a nickname or an invitation. */
    choose: (target: Target, choice: Choice) => whenReadyToWrite(() => choices.choose(target, choice)),
    /** Sets several answers together, null withdraws; prompts only once for a missing nickname or invitation. */
    rate(id: string, votes: Partial<OwnStarVotes>): void {
      const entries = votesOf(id, votes)
      whenReadyToWrite(() => {
        for (const [target, choice] of entries) choices.choose(target, choice)
      })
    },
    loadStar,
    /** Fetches which of these the viewer is a fan of. Rejects with DataError. */
    async loadFans(ids: readonly string[]): Promise<void> {
      for (let at = 0; at < ids.length; at += maxFans) {
        const receive = choices.expect()
        const requested = ids.slice(at, at + maxFans)
        const fans = new Set(await rpc('viewer_fans', { p_ids: requested }))
        receive(requested.map((id) => [fanTarget(id), fans.has(id) ? fanChoice : null]))
      }
    },
    /**
     * For requests that also return votes: call it before the request, then pass the votes to the returned function.
     */
    expectVotes() {
      const receive = choices.expect()
      return (stars: readonly { id: string; mine: OwnStarVotes }[]) =>
        receive(stars.flatMap(({ id, mine }) => votesOf(id, mine)))
    },
  }
}

/** The given votes, by target. */
const votesOf = (id: string, votes: Partial<OwnStarVotes>): StoredChoice[] =>
  questions.flatMap((question: Question): StoredChoice[] => {
    const value = votes[question]
    return value === undefined ? [] : [[voteTarget(question, id), value === null ? null : String(value)]]
  })

let instance: ReturnType<typeof createStarChoices> | undefined

/** The app's only instance, created with the first client. */
export function starChoices(client: QueryClient) {
  instance ??= createStarChoices(client)
  return instance
}
