import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

/** PostgREST's documentation, the version whose answers are asserted here. */
const DOCS = 'https://docs.postgrest.org/en/v14/references'

/** As `maxAffected()` of the official client does it, which its types allow for named versions of PostgREST only. */
const atMost = <Query extends { setHeader(name: string, value: string): Query }>(rows: number, query: Query) =>
  query.setHeader('Prefer', `handling=strict, max-affected=${rows}`)

describe.each(contractTargets())('REST writes on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  /** A member with two notes, `a` and `b`. */
  async function author(): Promise<SupabaseClient> {
    const { client } = await member(contract)
    const { error } = await client.from('notes').insert([{ body: 'a' }, { body: 'b' }])
    if (error) throw error
    return client
  }
  const bodies = async (client: SupabaseClient) =>
    (await client.from('notes').select('body').order('body')).data?.map(({ body }) => body)

  test(`undoes an update and a deletion that single() refuses (${DOCS}/api/resource_representation.html)`, async () => {
    const client = await author()
    const updated = await client.from('notes').update({ body: 'c' }).in('body', ['a', 'b']).select().single()
    expect([updated.status, updated.error?.code]).toEqual([406, 'PGRST116'])
    expect(await bodies(client)).toEqual(['a', 'b'])
    const deleted = await client.from('notes').delete().in('body', ['a', 'b']).select().single()
    expect([deleted.status, deleted.error?.code]).toEqual([406, 'PGRST116'])
    expect(await bodies(client)).toEqual(['a', 'b'])
    const called = await client.rpc('rename_notes', { p_body: 'c' }).single()
    expect([called.status, called.error?.code]).toEqual([406, 'PGRST116'])
    expect(await bodies(client)).toEqual(['a', 'b'])
  })

  test('shows nothing of the row that a constraint refuses', async () => {
    // PostgreSQL shows it to whom no policy of the table holds back.
    const client = contract.service()
    const long = await client
      .from('books')
      .update({ title: 'x'.repeat(41) })
      .eq('id', 1)
    expect(long.error).toMatchObject({ code: '23514', details: null })
    expect(long.error?.message).toContain('title_short')
    const none = await client.from('books').update({ title: null }).eq('id', 1)
    expect(none.error).toMatchObject({ code: '23502', details: null })
    const known = await client.from('authors').insert({ id: 1, name: 'x' })
    expect(known.error).toMatchObject({ code: '23505', details: expect.stringContaining('already exists') })
  })

  test.each([
    ['notes', '{"body":"\\ud83d"}'],
    ['notes', '[{"body":"x"},{"body":"\\ude00\\ud83d"}]'],
    ['books', '{"data":{"a":[{"\\ud83d":1}]}}'],
    ['rpc/greet', '{"p_name":"\\ud83d"}'],
  ])('refuses half a character in %s %s', async (path, body) => {
    const headers = { apikey: contract.secretKey, 'content-type': 'application/json' }
    const send = (text: string) =>
      contract.fetch(new Request(`${contract.url}/rest/v1/${path}`, { method: 'POST', headers, body: text }))
    const refused = await send(body)
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ code: 'PGRST102' })])
  })

  test('takes both halves', async () => {
    const { client } = await member(contract)
    const said = await client.rpc('greet', { p_name: '\ud83d\ude00' })
    expect(JSON.stringify(said.data)).toContain('😀')
  })

  test('keeps what a function wrote that names its status itself', async () => {
    const { client } = await member(contract)
    expect((await client.rpc('answer_oddly', { p_body: 'tee' })).status).toBe(418)
    expect(await bodies(client)).toEqual(['tee'])
  })

  test(`confirms no preference that it does not follow (${DOCS}/api/preferences.html#transaction-end-preference)`, async () => {
    const client = await author()
    const { error } = await client.from('notes').insert({ body: 'c' }).setHeader('Prefer', 'tx=rollback')
    expect(error).toBeNull()
    expect(await bodies(client)).toEqual(['a', 'b', 'c'])
    const answer = await contract.fetch(
      new Request(`${contract.url}/rest/v1/books?select=id`, {
        headers: { apikey: contract.publishableKey, Prefer: 'tx=rollback, count=exact' },
      }),
    )
    expect(answer.headers.get('preference-applied') ?? '').not.toContain('tx')
  })

  test(`undoes what affects more rows than maxAffected() allows (${DOCS}/api/preferences.html#max-affected)`, async () => {
    const client = await author()
    const updated = await atMost(1, client.from('notes').update({ body: 'c' }).in('body', ['a', 'b']))
    expect([updated.status, updated.error?.code]).toEqual([400, 'PGRST124'])
    const called = await atMost(1, client.rpc('rename_notes', { p_body: 'c' }))
    expect([called.status, called.error?.code]).toEqual([400, 'PGRST124'])
    const uncounted = await atMost(1, client.rpc('rename_all_notes', { p_body: 'c' }))
    expect([uncounted.status, uncounted.error?.code]).toEqual([400, 'PGRST128'])
    expect(await bodies(client)).toEqual(['a', 'b'])
    const few = await atMost(2, client.rpc('rename_notes', { p_body: 'c' }).select('body'))
    expect([few.status, few.data]).toEqual([200, [{ body: 'c' }, { body: 'c' }]])
  })

  test('stores and gives back every kind of JSON in a jsonb column as it was sent', async () => {
    const { client } = await member(contract)
    const kinds = [[], [1, 'x', null], ['a"b', { c: [] }], 'x', '[1]', '"', '', 5, true, { a: [1] }]
    const rows = kinds.map((data, at) => ({ author_id: 2, title: `JSON ${at} ${Date.now()}`, data }))
    for (const row of rows) expect((await client.from('books').insert(row)).error).toBeNull()
    const titles = rows.map(({ title }) => title)
    const stored = async () =>
      Object.fromEntries(
        (await client.from('books').select('title, data').in('title', titles)).data?.map((row) => [
          row.title,
          row.data,
        ]) ?? [],
      )
    expect(await stored()).toEqual(Object.fromEntries(rows.map(({ title, data }) => [title, data])))
    for (const { title, data } of rows)
      expect(
        (
          await client
            .from('books')
            .update({ data: [data] })
            .eq('title', title)
        ).error,
      ).toBeNull()
    expect(await stored()).toEqual(Object.fromEntries(rows.map(({ title, data }) => [title, [data]])))
    const merged = await client
      .from('books')
      .upsert(rows, { onConflict: 'author_id,title' })
      .select('title, data')
      .order('title')
    expect(merged.data?.map(({ data }) => data)).toEqual(kinds)
    await client.from('books').delete().in('title', titles)
  })

  test('passes every kind of JSON to a function', async () => {
    for (const value of [[], [1, 'x'], 'x', '[1]', 5, { a: [1] }]) {
      const { data, error } = await contract.guest().rpc('take_all', { p_json: value })
      expect([error, JSON.parse(String(data))]).toEqual([null, value])
    }
  })
})
