import { expect, test } from 'vitest'
import { type ParsedRequest, type Relations, refuseEmbeds } from './embeds.ts'

const key = (table: string, column: string, refTable: string) => ({
  name: `${table}_${column}_fkey`,
  table,
  columns: [column],
  refTable,
})
const relations: Relations = {
  foreignKeys: [
    key('posts', 'star_id', 'stars'),
    key('posts', 'author_id', 'people'),
    key('comments', 'post_id', 'posts'),
    key('comments', 'author_id', 'people'),
    key('votes', 'comment_id', 'comments'),
  ],
  primaryKeys: new Map([['stars', ['id']]]),
  rows: new Map(Object.entries({ stars: 60, posts: 3_000, comments: 50_000, people: 2_000, votes: 100 })),
  maxRows: 1_000,
}

type Embed = { name: string; from?: string; hint?: string; limit?: number; select?: Embed[] }

/** A request as lite parses it. */
function level(embeds: readonly Embed[]): Pick<ParsedRequest, 'select' | 'join'> {
  const join = Object.fromEntries(
    embeds.map(({ name, from, hint }) => [name, { ...(from && { from }), ...(hint && { hint }) }]),
  )
  const select = embeds.map(({ name, limit, select: deeper = [] }) => ({
    [name]: { ...level(deeper), ...(limit !== undefined && { limit }) },
  }))
  return { select: ['id', ...select], join }
}
const request = (from: string, embeds: readonly Embed[], more: Partial<ParsedRequest> = {}): ParsedRequest => ({
  from,
  ...level(embeds),
  ...more,
})

test.each([
  ['nothing embedded', request('comments', [])],
  ['children, of whom there are no more than the table has', request('stars', [{ name: 'posts' }])],
  ['a parent of each', request('comments', [{ name: 'people' }])],
  ['a parent by its column', request('comments', [{ name: 'author_id' }])],
  ['a parent by its key', request('posts', [{ name: 'author', from: 'people', hint: 'posts_author_id_fkey' }])],
  [
    'three levels',
    request(
      'stars',
      [{ name: 'posts', limit: 20, select: [{ name: 'comments', limit: 5, select: [{ name: 'votes' }] }] }],
      { limit: 20 },
    ),
  ],
  [
    'everything of one row',
    request('stars', [{ name: 'posts', select: [{ name: 'people' }] }], { where: { id: { $eq: 1 } } }),
  ],
  [
    'the same table on two paths',
    request('posts', [{ name: 'people' }, { name: 'comments', limit: 2, select: [{ name: 'people' }] }]),
  ],
])('%s is allowed', (_name, asked) => {
  expect(refuseEmbeds(asked, relations)).toBeUndefined()
})

test.each([
  ['a table twice', 'already part', request('stars', [{ name: 'posts', select: [{ name: 'stars' }] }])],
  ['a table twice by its column', 'already part', request('stars', [{ name: 'posts', select: [{ name: 'star_id' }] }])],
  [
    'a table twice by another name',
    'already part',
    request('stars', [{ name: 'posts', limit: 1, select: [{ name: 'x', from: 'stars' }] }]),
  ],
  [
    'four levels',
    'More than 3 levels',
    request('stars', [
      {
        name: 'posts',
        limit: 1,
        select: [
          { name: 'comments', limit: 1, select: [{ name: 'votes', limit: 1, select: [{ name: 'x', limit: 1 }] }] },
        ],
      },
    ]),
  ],
  [
    'all children of a large table',
    'more than 10000 rows',
    request('stars', [{ name: 'posts', select: [{ name: 'comments' }] }]),
  ],
  [
    'children of the parent of each',
    'more than 10000 rows',
    request('posts', [{ name: 'people', select: [{ name: 'comments', limit: 20 }] }]),
  ],
  [
    'many parents of each',
    'more than 10000 rows',
    request(
      'posts',
      Array.from({ length: 12 }, (_, n) => ({ name: `a${n}`, from: 'people', hint: 'posts_author_id_fkey' })),
    ),
  ],
  ['what nothing is known of', 'more than 10000 rows', request('stars', [{ name: 'elsewhere' }])],
])('%s is refused', (_name, message, asked) => {
  expect(refuseEmbeds(asked, relations)).toMatchObject({ code: '54001', message: expect.stringContaining(message) })
})
