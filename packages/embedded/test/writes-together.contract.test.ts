import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'

/** A write of one row: by whom, what, and what is asked back. */
type Write = {
  who: 'first' | 'second' | 'guest' | 'ended'
  table: 'notes' | 'books' | 'ratings'
  row: Record<string, string | number | boolean | null>
  search: string
  prefer: string
  accept: string
}

/** Titles but those that are refused or there already: each begins with the name of its run and the number of its write. */
const OWN = ['', "'; --\\", 'ä€🙂']
const THERE = ['Erstes', 'x'.repeat(41)]

const who = fc.constantFrom('first', 'second', 'guest', 'ended') as fc.Arbitrary<Write['who']>
const title = fc.constantFrom(...OWN, ...OWN, ...THERE)
const answers = fc.constantFrom(
  { search: '', prefer: '', accept: '*/*' },
  { search: '', prefer: 'return=minimal', accept: 'application/json' },
  { search: 'select=title%2Cpages', prefer: 'return=representation', accept: 'application/json' },
  { search: 'select=title,added_at', prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' },
  { search: 'select=title,data', prefer: 'return=representation', accept: 'application/json' },
)
const book = fc.record({
  who,
  table: fc.constant('books' as const),
  row: fc.record(
    {
      author_id: fc.constantFrom(1, '1', 9, 'x', null),
      title,
      // Beyond it, the library rounds what it shows.
      pages: fc.constantFrom(12, '9007199254740991', -1.5, 'viele', null, true),
      printed: fc.constantFrom('2026-11-29', 'morgen', null),
    },
    { requiredKeys: ['author_id', 'title'] },
  ),
  answer: answers,
  merges: fc.boolean(),
})
const note = fc.record({
  who,
  table: fc.constant('notes' as const),
  row: fc.constantFrom<Write['row']>({ body: 'gemerkt' }, { body: null }, { body: 5 }, { owner: 'x', body: 'fremd' }),
  answer: fc.constantFrom(
    { search: '', prefer: '', accept: '*/*' },
    { search: 'select=body', prefer: 'return=representation', accept: 'application/json' },
  ),
  merges: fc.constant(false),
})
/** As a vote is written: whose it is, the database knows. */
const rating = fc.record({
  who,
  table: fc.constant('ratings' as const),
  row: fc.record({ book_id: fc.constantFrom(1, 2, 99), stars: fc.constantFrom(1, 5, 6, 'fünf', null) }),
  answer: fc.constantFrom(
    { search: '', prefer: '', accept: '*/*' },
    { search: 'select=stars', prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' },
  ),
  merges: fc.constant(true),
})
const KEYS = { books: 'author_id,title', notes: 'id', ratings: 'book_id,owner' }
const write: fc.Arbitrary<Write> = fc.oneof(book, note, rating).map(({ answer, merges, ...what }) => ({
  ...what,
  accept: answer.accept,
  search: [merges ? `on_conflict=${KEYS[what.table]}` : '', answer.search].filter(Boolean).join('&'),
  prefer: [merges ? 'resolution=merge-duplicates' : '', answer.prefer].filter(Boolean).join(','),
}))

describe('writes that share a way to the database', () => {
  let contract: Contract
  let tokens: Record<Write['who'], string>
  let trips = 0

  beforeAll(async () => {
    contract = await openOurs({
      onStatement: () => {
        trips += 1
      },
      classify: ({ method, url }) =>
        method === 'POST' ? { lane: 2, patience: 60_000, together: new URL(url).pathname } : undefined,
    })
    const [first, second, ended] = [await member(contract), await member(contract), await member(contract)]
    await ended.client.auth.signOut()
    tokens = { first: first.token, second: second.token, guest: '', ended: ended.token }
  }, OPENS_A_DATABASE.timeout)
  afterAll(() => contract?.close())

  /** What a client can see of the answer. `further`: a preference that leaves the way for single rows. */
  async function outcome(
    run: string,
    at: number,
    { who: by, table, row, search, prefer, accept }: Write,
    further: string,
  ) {
    const own = `${run} ${at}`
    const sent = OWN.includes(String(row.title)) ? { ...row, title: `${own}${row.title}` } : row
    const headers = new Headers({ apikey: contract.publishableKey, 'content-type': 'application/json', accept })
    if (tokens[by]) headers.set('authorization', `Bearer ${tokens[by]}`)
    const preferred = [prefer, further].filter(Boolean).join(',')
    if (preferred) headers.set('prefer', preferred)
    const url = `${contract.url}/rest/v1/${table}${search && `?${search}`}`
    const answer = await contract.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(sent) }))
    const shown = ['content-type', 'content-range', 'retry-after'].map((name) => answer.headers.get(name))
    return { status: answer.status, shown, body: (await answer.text()).replaceAll(own, '') }
  }
  const stored = async (run: string) => {
    const { data } = await contract.service().from('books').select('title').like('title', `${run} %`)
    return (data ?? []).map(({ title: text }) => String(text).slice(run.length)).sort()
  }

  test(
    'has the answers and rows that each has alone, and that the library for all requests gives',
    async () => {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 24 }), async (writes) => {
          runs += 1
          const names = [`zusammen${runs}`, `einzeln${runs}`, `anders${runs}`] as const
          const together = await Promise.all(writes.map((one, at) => outcome(names[0], at, one, '')))
          const alone = []
          for (const [at, one] of writes.entries()) alone.push(await outcome(names[1], at, one, ''))
          const other = []
          for (const [at, one] of writes.entries()) other.push(await outcome(names[2], at, one, 'missing=default'))
          expect(together).toEqual(alone)
          expect(together).toEqual(other)
          expect(await stored(names[0])).toEqual(await stored(names[1]))
          expect(await stored(names[0])).toEqual(await stored(names[2]))
        }),
        { numRuns: 30 },
      )
    },
    OPENS_A_DATABASE.timeout,
  )

  // As a comment asks for the mentions that were found in it.
  test('is one trip, also where it gives JSON back', async () => {
    const book = (title: string) => ({ who: 'first', table: 'books', row: { author_id: 1, title } }) as const
    const back = { prefer: 'return=representation', accept: 'application/json' }
    const cost = async (title: string, search: string) => {
      const before = trips
      const { status } = await outcome('reisen', 0, { ...book(title), search, ...back }, '')
      return [status, trips - before]
    }
    await cost('Vorher', 'select=title') // learns the columns
    expect(await cost('Text', 'select=title')).toEqual([201, 1])
    expect(await cost('JSON', 'select=title,data')).toEqual([201, 1])
  })
})
