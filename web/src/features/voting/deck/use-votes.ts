import { questions } from '@hot/domain/star/hot-score'
import { useSyncExternalStore } from 'react'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { ownChoice, subscribeOwnChoices } from '#web/lib/offline/queued-writes/own-choices.ts'
import { type DeckStar, isRated, type Votes } from './deck.ts'

/** The viewer's answers about a star as they are shown now; until they are known, as they came with the card. */
function votesNow({ id, mine }: DeckStar): Votes {
  const vote = (question: keyof Votes) => {
    const choice = ownChoice(voteTarget(question, id))
    return choice === undefined ? mine[question] : choice === null ? null : Number(choice)
  }
  return { demand: vote('demand'), realness: vote('realness'), drama: vote('drama') }
}

const digits = (votes: Votes) => questions.map((question) => votes[question] ?? '–').join('')

/** Follows the answers about one star; undefined without one. */
export function useVotes(star: DeckStar | undefined): Votes | undefined {
  useSyncExternalStore(
    subscribeOwnChoices,
    () => (star ? digits(votesNow(star)) : ''),
    () => '',
  )
  return star && votesNow(star)
}

/** How many of the cards are fully rated by now. */
export const useRatedCount = (cards: readonly DeckStar[]): number =>
  useSyncExternalStore(
    subscribeOwnChoices,
    () => cards.filter((star) => isRated(votesNow(star))).length,
    () => 0,
  )
