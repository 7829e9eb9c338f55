import type { VotingPage } from '@hot/domain/contract/community'
import { questions } from '@hot/domain/star/hot-score'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { starChoices } from '#web/entities/star/star-choices.ts'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { ownChoice, subscribeOwnChoices } from '#web/lib/offline/queued-writes/own-choices.ts'

export type DeckStar = VotingPage['stars'][number]
export type Votes = DeckStar['mine']
/** `at`: the current card. `left`: the previous card, whose answers can be undone. */
export type Deck = { at: number; left: number | null }
export type DeckMove = { type: 'next'; cards: number } | { type: 'back' } | { type: 'undo' }

export const newDeck: Deck = { at: 0, left: null }

/** Moves through the cards, from the first to the end position, which is one after the last. */
export function moveDeck(deck: Deck, move: DeckMove): Deck {
  if (move.type === 'back') return deck.at === 0 ? deck : { at: deck.at - 1, left: null }
  if (move.type === 'undo') return deck.left === null ? deck : { at: deck.left, left: null }
  return deck.at >= move.cards ? deck : { at: deck.at + 1, left: deck.at }
}

/** All stars of the pages in order, without duplicates: skipped stars reappear on the next page. */
export function cardsOf(pages: readonly VotingPage[]): DeckStar[] {
  const cards = new Map<string, DeckStar>()
  for (const star of pages.flatMap((page) => page.stars)) if (!cards.has(star.id)) cards.set(star.id, star)
  return [...cards.values()]
}

export const isRated = (votes: Votes): boolean => questions.every((question) => votes[question] !== null)

/** The question a digit key answers: the first unanswered one, else the focused one. */
export function questionFor(votes: Votes, focused: keyof Votes | null): keyof Votes | null {
  return questions.find((question) => votes[question] === null) ?? focused
}

/** The viewer's current answers about a star; until they are known, those loaded with the card. */
function votesNow({ id, mine }: DeckStar): Votes {
  const vote = (question: keyof Votes) => {
    const choice = ownChoice(voteTarget(question, id))
    return choice === undefined ? mine[question] : choice === null ? null : Number(choice)
  }
  return { demand: vote('demand'), realness: vote('realness'), drama: vote('drama') }
}

const digits = (votes: Votes) => questions.map((question) => votes[question] ?? '–').join('')

/** Subscribes to the answers about one star; undefined without a star. */
export function useVotes(star: DeckStar | undefined): Votes | undefined {
  useSyncExternalStore(
    subscribeOwnChoices,
    () => (star ? digits(votesNow(star)) : ''),
    () => '',
  )
  return star && votesNow(star)
}

/** How many of the cards are fully rated. */
export const useRatedCount = (cards: readonly DeckStar[]): number =>
  useSyncExternalStore(
    subscribeOwnChoices,
    () => cards.filter((star) => isRated(votesNow(star))).length,
    () => 0,
  )

/** Cards of the first request; each further request asks for this many more, because all previous ones may have been skipped. */
const step = 15
/** Maximum the RPC returns. */
const most = 50

/**
 * Stars the member has not fully rated, next one first. Each page lists them from the start again, so skipped
 * cards repeat; `cardsOf` removes duplicates. Never cached: the list changes with every vote.
 */
export const votingQuery = (userId: string, cache: QueryClient) =>
  infiniteQueryOptions({
    queryKey: ['star-voting', userId],
    queryFn: async ({ pageParam, signal }) => {
      const take = starChoices(cache).expectVotes()
      const page = await rpc('voting_page', { p_limit: pageParam }, signal)
      take(page.stars)
      return page
    },
    initialPageParam: step,
    getNextPageParam: (last, pages, asked) => {
      const isNew = cardsOf(pages).length > cardsOf(pages.slice(0, -1)).length
      return last.stars.length === asked && isNew ? Math.min(most, step * (pages.length + 1)) : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
