import { type PostCard, postCard } from '@hot/domain/contract/post'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { changePost, countChoice, postIn, renewPost } from './post-cache.ts'

const card = exampleOf(postCard, {
  id: 'p1',
  type: 'rumor',
  title: 'Zwei Koffer im Flur',
  hearts: 5,
  poops: 2,
  comments: 1,
  votes: 10,
  rumor: { status: 'unverified', agree: 6, disagree: 4 },
})
const poll = exampleOf(postCard, {
  ...card,
  type: 'poll',
  rumor: null,
  votes: 4,
  poll: {
    options: [
      { id: 'a', text: 'Sofa', position: 1, votes: 1 },
      { id: 'b', text: 'Zeitlupe', position: 2, votes: 3 },
    ],
  },
})

describe('countChoice', () => {
  it.each([
    [null, 'heart', 6, 2],
    ['heart', null, 4, 2],
    ['heart', 'poop', 4, 3],
    ['poop', 'heart', 6, 1],
    ['heart', 'heart', 5, 2],
  ])('a reaction from %s to %s makes %i hearts and %i poops', (from, to, hearts, poops) => {
    expect(countChoice(card, 'post', from, to)).toMatchObject({ hearts, poops, votes: 10 })
  })

  it.each([
    [null, 'agree', { agree: 7, disagree: 4 }, 11],
    ['agree', 'disagree', { agree: 5, disagree: 5 }, 10],
    ['disagree', null, { agree: 6, disagree: 3 }, 9],
  ])('a vote on a rumor from %s to %s makes %j of %i', (from, to, rumor, votes) => {
    expect(countChoice(card, 'rumor', from, to)).toMatchObject({ rumor, votes, hearts: 5 })
  })

  it.each([
    [null, 'a', [2, 3], 5],
    ['b', 'a', [2, 2], 4],
    ['b', null, [1, 2], 3],
  ])('a choice in a poll from %s to %s makes %j of %i', (from, to, each, votes) => {
    const after = countChoice(poll, 'poll', from, to)
    expect(after.poll?.options.map((option) => option.votes)).toEqual(each)
    expect(after.votes).toBe(votes)
  })

  it('never falls below zero if the counts did not include the choice', () => {
    expect(countChoice({ ...card, hearts: 0 }, 'post', 'heart', null).hearts).toBe(0)
  })
})

describe('a post in a page', () => {
  const page = { lead: card, talk: { items: [poll, { ...poll, id: 'p2' }] }, news: [{ id: 'p1', title: 'keiner' }] }
  const hot = (post: PostCard) => ({ ...post, hearts: 99 })

  it('is changed wherever it occurs, and nothing else is', () => {
    const after = changePost(page, 'p1', hot)
    expect(after.lead.hearts).toBe(99)
    expect(after.talk.items.map(({ hearts }) => hearts)).toEqual([99, 5])
    expect(after.talk.items[1]).toBe(page.talk.items[1])
    expect(after.news).toBe(page.news)
    expect(page.lead.hearts).toBe(5)
  })

  it('that is missing leaves the page the same object', () => {
    expect(changePost(page, 'p3', hot)).toBe(page)
  })

  it('is found', () => {
    expect(postIn({ pages: [{ items: [poll] }] }, 'p1')).toBe(poll)
    expect(postIn(page, 'p3')).toBeUndefined()
  })
})

it('a refreshed card stays a card, and null values are applied', () => {
  const fresh = { ...card, hearts: 7, author: null, content: 'lang', tags: [] }
  const before = { ...card, author: { id: 'u', nickname: 'anna', slug: 'anna', avatar_url: null } } as PostCard
  expect(renewPost(before, fresh)).toEqual({ ...card, hearts: 7 })
})
