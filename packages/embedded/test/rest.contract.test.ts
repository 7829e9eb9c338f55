import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

/** PostgREST's documentation, the version whose answers are asserted here. */
const DOCS = 'https://docs.postgrest.org/en/v14/references'

describe.each(contractTargets())('REST on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const raw = (path: string, init: RequestInit = {}) =>
    contract.fetch(
      new Request(`${contract.url}/rest/v1${path}`, {
        ...init,
        headers: { apikey: contract.publishableKey, ...(init.headers as Record<string, string>) },
      }),
    )

  test(`reads every kind of value as PostgreSQL's own JSON shows it`, async () => {
    const { data } = await contract.guest().from('books').select('*').eq('id', 1).single()
    expect(data).toMatchObject({
      kinds: ['novel', 'poem'],
      tags: ['a b', 'c,"d'],
      data: { x: { y: [1, null] } },
      price: 9.9,
      printed: '2024-12-24',
      added_at: '2025-03-01T12:00:00+00:00',
    })
  })

  test('writes instants as JSON does, in rows, embeds, arrays and answers of functions', async () => {
    const guest = contract.guest()
    const embedded = await guest.from('authors').select('books(added_at)').eq('id', 1).limit(1)
    expect(embedded.data?.[0]?.books[0]).toEqual({ added_at: '2025-03-01T12:00:00+00:00' })
    const { data } = await guest.rpc('instants').single()
    expect(data).toEqual({
      whole: '2026-11-23T00:48:31+00:00',
      exact: '2026-11-23T00:48:31.570001+00:00',
      local: '2026-11-23T00:48:31.5',
      endless: 'infinity',
      several: ['2026-11-22T23:48:31+00:00'],
      days: '2026-11-23',
    })
  })

  test(`filters, orders, limits and counts (${DOCS}/api/pagination_count.html)`, async () => {
    const answer = await contract
      .guest()
      .from('books')
      .select('id', { count: 'exact' })
      .order('title', { ascending: false })
      .range(0, 1)
    expect(answer.data).toEqual([{ id: 2 }, { id: 1 }])
    expect(answer.count).toBe(3)
    const partly = await raw('/books?select=id', { headers: { Range: '0-0', Prefer: 'count=exact' } })
    expect(partly.status).toBe(206)
    expect(partly.headers.get('content-range')).toBe('0-0/3')
    const counted = await contract.guest().from('books').select('*', { count: 'exact', head: true })
    expect(counted.count).toBe(3)
    // The planner's numbers would tell of rows that the caller may not read.
    const [somebody, other] = [await member(contract), await member(contract)]
    await somebody.client.from('notes').insert({ body: 'of somebody' })
    for (const count of ['planned', 'estimated'] as const) {
      const notes = await other.client.from('notes').select('*', { count })
      expect([notes.data, notes.count]).toEqual([[], 0])
    }
  })

  test(`passes the request to SQL, for tables and functions (${DOCS}/transactions.html)`, async () => {
    const told = await raw('/asked', { headers: { 'x-forwarded-for': '192.0.2.99' } })
    expect(await told.json()).toEqual([{ method: 'GET', path: '/asked', address: '127.0.0.1' }])
  })

  test.skipIf(process.env.SUPABASE_CONTRACT_URL)('says how many rows an update and a deletion affected', async () => {
    const { token } = await member(contract)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const rows = async (method: string, filter: string, prefer: string) => {
      const body = method === 'PATCH' ? { body: '{"price":1}' } : {}
      const answer = await raw(`/books?${filter}`, { method, headers: { ...headers, prefer }, ...body })
      return answer.headers.get('x-rows-affected')
    }
    for (const prefer of ['return=minimal', 'return=representation']) {
      expect(await rows('DELETE', 'id=eq.999', prefer)).toBe('0')
      expect(await rows('PATCH', 'id=eq.999', prefer)).toBe('0')
      expect(await rows('PATCH', 'id=in.(2,3)', prefer)).toBe('2')
    }
  })

  test('refuses embeds that are too deep, repeat a table or would read too much, before reading', async () => {
    const refused = async (select: string) => (await raw(`/authors?select=${select}`)).json()
    expect(await refused('books(authors(name))')).toMatchObject({
      code: '54001',
      message: expect.stringContaining("'authors' is already part"),
    })
    const again = await raw('/books?select=id,author_id(books(author_id(books(author_id(name)))))')
    expect(again.status).toBe(400)
    expect(await refused('id,...books(id,asked(many(x(id))))')).toMatchObject({ code: '54001' })
    const operator = await contract.service().from('authors').select('id, books(authors(name))').eq('id', 2)
    expect(operator.data).toEqual([{ id: 2, books: [{ authors: { name: 'Bert' } }] }])
  })

  test(`embeds along foreign keys (${DOCS}/api/resource_embedding.html)`, async () => {
    const { data } = await contract
      .guest()
      .from('authors')
      .select('name, books(title)')
      .eq('id', 1)
      .order('title', { referencedTable: 'books' })
      .single()
    expect(data).toEqual({ name: 'Anna', books: [{ title: 'Erstes' }, { title: 'Zweites' }] })
    const inner = await contract.guest().from('books').select('title, authors!inner(name)').eq('authors.name', 'Bert')
    expect(inner.data).toEqual([{ title: 'Drittes', authors: { name: 'Bert' } }])
  })

  test(`filters in arrays and JSON (${DOCS}/api/tables_views.html)`, async () => {
    const guest = contract.guest()
    expect((await guest.from('books').select('id').contains('kinds', ['poem']).order('id')).data).toEqual([
      { id: 1 },
      { id: 2 },
    ])
    expect((await guest.from('books').select('id').eq('data->x->y->>0', '1')).data).toEqual([{ id: 1 }])
    expect((await guest.from('books').select('id').in('title', ['Erstes', 'Drittes']).order('id')).data).toEqual([
      { id: 1 },
      { id: 3 },
    ])
    expect((await guest.from('books').select('id').or('id.eq.2,title.ilike.*dritt*').order('id')).data).toEqual([
      { id: 2 },
      { id: 3 },
    ])
    expect((await guest.from('books').select('id').is('data', null)).data).toEqual([{ id: 3 }])
  })

  test('returns at most 1,000 rows (max-rows)', async () => {
    expect((await contract.guest().from('many').select('n').order('n')).data).toHaveLength(1000)
    expect((await contract.guest().from('many').select('n').limit(1400)).data).toHaveLength(1000)
    const next = await contract.guest().from('many').select('n').order('n').range(1000, 2499)
    expect(next.data).toHaveLength(500)
  })

  test(`writes and returns rows as Prefer asks (${DOCS}/api/preferences.html)`, async () => {
    const { client } = await member(contract)
    const title = `Neu ${Date.now()}`
    const made = await client
      .from('books')
      .insert({
        author_id: 2,
        title,
        data: { a: [1, 'zwei', null], b: 'ü' },
        tags: ['x,y', '"z"'],
        price: 1.5,
        kinds: ['poem'],
      })
      .select('title, data, tags, price, kinds')
      .single()
    expect(made.error).toBeNull()
    expect(made.data).toEqual({
      title,
      data: { a: [1, 'zwei', null], b: 'ü' },
      tags: ['x,y', '"z"'],
      price: 1.5,
      kinds: ['poem'],
    })
    const minimal = await client.from('books').update({ price: 2 }).eq('title', title)
    expect([minimal.status, minimal.data]).toEqual([204, null])
    const again = await client.from('books').insert({ author_id: 2, title })
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
    const merged = await client
      .from('books')
      .upsert({ author_id: 2, title, price: 3 }, { onConflict: 'author_id,title' })
      .select('price')
    expect(merged.data).toEqual([{ price: 3 }])
    const long = await client.from('books').insert({ author_id: 2, title: 'x'.repeat(41) })
    expect([long.status, long.error?.code]).toEqual([400, '23514'])
    expect(long.error?.message).toContain('title_short')
    const gone = await client.from('books').delete().eq('title', title).select('title')
    expect(gone.data).toEqual([{ title }])
  })

  test('shows each member their own rows only', async () => {
    const [anna, bert] = [await member(contract), await member(contract)]
    const note = await anna.client.from('notes').insert({ body: 'privat' }).select('id, owner').single()
    expect(note.data?.owner).toBe(anna.id)
    expect((await bert.client.from('notes').select('id')).data).toEqual([])
    expect((await bert.client.from('notes').update({ body: 'anders' }).eq('id', note.data?.id).select()).data).toEqual(
      [],
    )
    expect((await contract.service().from('notes').select('body').eq('id', note.data?.id)).data).toEqual([
      { body: 'privat' },
    ])
  })

  test('without a row answers maybeSingle with null and single with PGRST116', async () => {
    const none = await contract.guest().from('books').select('id').eq('id', 99).maybeSingle()
    expect([none.data, none.error]).toEqual([null, null])
    const single = await contract.guest().from('books').select('id').eq('id', 99).single()
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
  })

  test.each([
    ['/nirgends', 404, 'PGRST205'],
    ['/books?select=nichts', 400, '42703'],
    ['/books?id=eq.abc', 400, '22P02'],
    ['/books?id=quatsch.1', 400, 'PGRST100'],
    ['/books?limit=-1', 416, 'PGRST103'],
    ['/rpc/greet', 404, 'PGRST202'],
  ])('answers the faulty request %s with %i %s', async (path, status, code) => {
    const answer = await raw(path)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
  })

  test('does not mix concurrent requests', async () => {
    const people = await Promise.all([member(contract), member(contract), member(contract)])
    const members = [...people, ...people].map(async ({ client, id }) => {
      const own = await client.rpc('wait_inside', { p_seconds: 0.02 })
      return own.data === id
    })
    // Without a token to verify these run in parallel in every step; without queueing they would share one role.
    const roles = Array.from({ length: 12 }, (_, n) => (n % 2 ? 'anon' : 'service_role')).map(async (role) => {
      const client = role === 'anon' ? contract.guest() : contract.service()
      const answer = await client.rpc('greet', { p_name: role })
      return answer.data?.role === role
    })
    expect(await Promise.all([...members, ...roles])).toEqual([...members, ...roles].map(() => true))
  })

  test('requires an API key and refuses a wrong one', async () => {
    const without = await contract.fetch(new Request(`${contract.url}/rest/v1/books`))
    expect(without.status).toBe(401)
    expect(await without.json()).toMatchObject({ message: 'No API key found in request' })
    const wrong = await raw('/books', { headers: { apikey: 'sb_publishable_falsch' } })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toMatchObject({ message: 'Invalid API key' })
  })

  test('answers a preflight', async () => {
    const answer = await contract.fetch(
      new Request(`${contract.url}/rest/v1/books`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://example.org',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'apikey,prefer',
        },
      }),
    )
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/example\.org)$/)
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  })
})
