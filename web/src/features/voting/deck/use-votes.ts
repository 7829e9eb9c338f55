import { questions } from '@hot/domain/star/hot-score'
import { useSyncExternalStore } from 'react'
import { voteKey } from '#web/entities/star/star-votes.ts'
import { ownMark, subscribeOwnMarks } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { type DeckStar, isRated, type Votes } from './deck.ts'

/** The viewer's answers about a star as they are shown now; until they are known, as they came with the card. */
function votesNow({ id, mine }: DeckStar): Votes {
  const vote = (question: keyof Votes) => {
    const mark = ownMark(voteKey(question, id))
    return mark === undefined ? mine[question] : mark === null ? null : Number(mark)
  }
  return { demand: vote('demand'), realness: vote('realness'), drama: vote('drama') }
}

const digits = (votes: Votes) => questions.map((question) => votes[question] ?? '–').join('')

/** Follows the answers about one star; undefined without one. */
export function useVotes(star: DeckStar | undefined): Votes | undefined {
  useSyncExternalStore(
    subscribeOwnMarks,
    () => (star ? digits(votesNow(star)) : ''),
    () => '',
  )
  return star && votesNow(star)
}

/** How many of the cards are fully rated by now. */
export const useRatedCount = (cards: readonly DeckStar[]): number =>
  useSyncExternalStore(
    subscribeOwnMarks,
    () => cards.filter((star) => isRated(votesNow(star))).length,
    () => 0,
  )
