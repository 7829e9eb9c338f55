import type { VotingPage } from '@hot/domain/contract/community'
import { expect, test } from 'vitest'
import {
  cardsOf,
  type Deck,
  type DeckMove,
  type DeckStar,
  isRated,
  moveDeck,
  newDeck,
  questionFor,
  type Votes,
} from './deck.ts'

const none: Votes = { demand: null, realness: null, drama: null }
const star = (id: string, mine: Votes = none) => ({ id, mine }) as DeckStar
const page = (...ids: string[]): VotingPage => ({
  rated: 0,
  total: 9,
  weigh_from: null,
  stars: ids.map((id) => star(id)),
})

const next: DeckMove = { type: 'next', cards: 2 }
test.each<[string, DeckMove[], Deck]>([
  ['begins with the first card', [], { at: 0, previous: null }],
  ['does not go before it', [{ type: 'back' }], { at: 0, previous: null }],
  ['remembers the card that was left', [next], { at: 1, previous: 0 }],
  ['ends one place after the last card and stays there', [next, next, next], { at: 2, previous: 1 }],
  ['goes back from the end', [next, next, { type: 'back' }], { at: 1, previous: null }],
  [
    'undo shows the card that was left again, once',
    [next, next, { type: 'undo' }, { type: 'undo' }],
    { at: 1, previous: null },
  ],
])('the stack %s', (_, moves, deck) => expect(moves.reduce(moveDeck, newDeck)).toEqual(deck))

test('skipped cards that arrive twice are added once, in their order', () => {
  expect(cardsOf([page('a', 'b'), page('b', 'c', 'd'), page('c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('a star is rated once all three questions have an answer', () => {
  expect([
    isRated(none),
    isRated({ demand: 1, realness: 5, drama: null }),
    isRated({ demand: 1, realness: 5, drama: 2 }),
  ]).toEqual([false, false, true])
})

test.each<[Votes, keyof Votes | null, keyof Votes | null]>([
  [none, null, 'demand'],
  [none, 'drama', 'demand'],
  [{ ...none, demand: 4 }, null, 'realness'],
  [{ demand: 4, realness: 1, drama: 5 }, 'realness', 'realness'],
  [{ demand: 4, realness: 1, drama: 5 }, null, null],
])('with %o and %s in focus a digit answers %s', (votes, focused, question) =>
  expect(questionFor(votes, focused)).toBe(question),
)
