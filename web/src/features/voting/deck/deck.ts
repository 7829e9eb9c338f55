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
/** `at`: index of the current card. `previous`: index of the card left last, whose answers can be undone. */
export type Deck = { at: number; previous: number | null }
export type DeckMove = { type: 'next'; cards: number } | { type: 'back' } | { type: 'undo' }

export const newDeck: Deck = { at: 0, previous: null }

/** Moves through the cards, from the first to the end position, which is one after the last. */
export function moveDeck(deck: Deck, move: DeckMove): Deck {
  if (move.type === 'back') return deck.at === 0 ? deck : { at: deck.at - 1, previous: null }
  if (move.type === 'undo') return deck.previous === null ? deck : { at: deck.previous, previous: null }
  return deck.at >= move.cards ? deck : { at: deck.at + 1, previous: deck.at }
}

/** All stars of the pages in order, without duplicates, because skipped stars are on later pages too. */
export function cardsOf(pages: readonly VotingPage[]): DeckStar[] {
  const cards = new Map<string, DeckStar>()
  for (const star of pages.flatMap((page) => page.stars)) if (!cards.has(star.id)) cards.set(star.id, star)
  return [...cards.values()]
}

/** Whether all three questions have an answer. */
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

const votesKey = (votes: Votes) => questions.map((question) => votes[question] ?? '–').join('')

/** The viewer's answers about a star, kept up to date; undefined without a star. */
export function useVotes(star: DeckStar | undefined): Votes | undefined {
  useSyncExternalStore(
    subscribeOwnChoices,
    () => (star ? votesKey(votesNow(star)) : ''),
    () => '',
  )
  return star && votesNow(star)
}

/** Number of cards whose star is fully rated. */
export const useRatedCount = (cards: readonly DeckStar[]): number =>
  useSyncExternalStore(
    subscribeOwnChoices,
    () => cards.filter((star) => isRated(votesNow(star))).length,
    () => 0,
  )

/**
 * The first request is for this many cards; each further one for this many more, because all others may have been
 * skipped.
 */
const pageStep = 15
/** The RPC returns at most this many. */
const maxCards = 50

/**
 * Stars the member has not fully rated, in the order of the cards. Each page lists them from the start again, so
 * skipped ones are repeated; `cardsOf` removes duplicates. Not cached, because the list changes with every vote.
 */
export const votingQuery = (userId: string, cache: QueryClient) =>
  infiniteQueryOptions({
    queryKey: ['star-voting', userId],
    queryFn: async ({ pageParam, signal }) => {
      const receive = starChoices(cache).expectVotes()
      const page = await rpc('voting_page', { p_limit: pageParam }, signal)
      receive(page.stars)
      return page
    },
    initialPageParam: pageStep,
    getNextPageParam: (last, pages, requested) => {
      const isNew = cardsOf(pages).length > cardsOf(pages.slice(0, -1)).length
      return last.stars.length === requested && isNew ? Math.min(maxCards, pageStep * (pages.length + 1)) : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
