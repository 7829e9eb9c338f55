import type { VotingPage } from '@hot/domain/contract/community'
import { questions } from '@hot/domain/star/hot-score'

export type DeckStar = VotingPage['stars'][number]
export type Votes = DeckStar['mine']
/** `at`: the card on top. `left`: the card that was left last, whose answers can be taken back. */
export type Deck = { at: number; left: number | null }
export type DeckMove = { type: 'next'; cards: number } | { type: 'back' } | { type: 'undo' }

export const newDeck: Deck = { at: 0, left: null }

/** Moves through the cards; neither before the first nor beyond the end, which is one place after the last. */
export function moveDeck(deck: Deck, move: DeckMove): Deck {
  if (move.type === 'back') return deck.at === 0 ? deck : { at: deck.at - 1, left: null }
  if (move.type === 'undo') return deck.left === null ? deck : { at: deck.left, left: null }
  return deck.at >= move.cards ? deck : { at: deck.at + 1, left: deck.at }
}

/** All stars of the pages in their order, each once: one that was skipped comes again with the next page. */
export function cardsOf(pages: readonly VotingPage[]): DeckStar[] {
  const cards = new Map<string, DeckStar>()
  for (const star of pages.flatMap((page) => page.stars)) if (!cards.has(star.id)) cards.set(star.id, star)
  return [...cards.values()]
}

export const isRated = (votes: Votes): boolean => questions.every((question) => votes[question] !== null)

/** The question a digit answers: the first without an answer, else the one in focus. */
export function questionFor(votes: Votes, focused: keyof Votes | null): keyof Votes | null {
  return questions.find((question) => votes[question] === null) ?? focused
}
