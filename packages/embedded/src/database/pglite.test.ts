import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, isPgError } from './engine.ts'
import { openPglite } from './pglite.ts'
import { transaction } from './transaction.ts'
import { openWatchedPglite } from './watched-pglite.ts'

describe.each([
  { where: 'in this thread', open: () => openPglite() },
  { where: 'in a thread of its own', open: () => openWatchedPglite(undefined, () => {}) },
])('PGlite $where', ({ open }) => {
  let engine: Engine
  const exec = (sql: string) => engine.session((session) => session.exec(sql))
  const query = (sql: string, params?: unknown[]) =>
    engine.session(async (session) => (await session.query(sql, params)).rows)

  beforeAll(async () => {
    engine = await open()
    await exec(`create type mood as enum ('gut', 'mies'); create table words (word text, at timestamptz)`)
    await engine.learnTypes()
  })
  afterAll(async () => {
    await engine.close()
    await expect(exec('select 1')).rejects.toThrow('closed')
  })

  test('returns the rows of the last statement that has columns', async () => {
    expect(await exec(`select 1 as a; select 2 as b union all select 3; begin; commit`)).toEqual([{ b: 2 }, { b: 3 }])
    expect(await exec(`select 1 as a; select 2 as b where false`)).toEqual([])
    expect(await exec('begin; commit')).toEqual([])
  })

  test('parses values like a statement with parameters', async () => {
    const values = `select null::int as nothing, 'null'::jsonb as "json null", '{"a":[1]}'::jsonb as json, true as yes, 9007199254740993 as big,
      9.90::numeric as price, '2026-11-22 10:00+01'::timestamptz as instant, '{gut,mies}'::mood[] as moods, '{a,NULL}'::text[] as texts, '' as empty`
    const [row] = await exec(values)
    expect(row).toEqual((await query(values))[0])
    expect(row).toMatchObject({ nothing: null, big: '9007199254740993', price: 9.9, moods: ['gut', 'mies'], empty: '' })
  })

  test('occupies little memory for its own cache of the files', async () => {
    expect(await query('show shared_buffers')).toEqual([{ shared_buffers: '32MB' }])
  })

  test('carries out several transactions as if each had been alone', async () => {
    await exec(`create table kept (id int primary key, by text)`)
    const write = (id: number) =>
      `set local app.member = 'm${id}'; insert into kept (id, by) values (${id}, current_setting('app.member')); select ${id} as id`
    const outcomes = await engine.session(async ({ each }) =>
      each?.([
        write(1),
        write(2),
        write(2),
        'select 1 / 0',
        `select current_setting('app.member', true) as leaked`,
        write(3),
      ]),
    )
    const codes = outcomes?.map((outcome) =>
      'rows' in outcome ? outcome.rows : isPgError(outcome.error) && outcome.error.code,
    )
    expect(codes).toEqual([[{ id: 1 }], [{ id: 2 }], '23505', '22012', [{ leaked: '' }], [{ id: 3 }]])
    expect(
      await query('select count(*)::int as rows, count(distinct xmin::text)::int as transactions from kept'),
    ).toEqual([{ rows: 3, transactions: 3 }])
  })

  test("fails with the database's error and continues", async () => {
    const failure = await exec('begin; select 1; select 1 / 0; commit').catch((error: unknown) => error)
    expect(isPgError(failure) && failure.code).toBe('22012')
    await expect(exec('select 1')).rejects.toMatchObject({ code: '25P02' }) // the aborted transaction
    await exec('rollback')
    expect(await exec('select 4 as a')).toEqual([{ a: 4 }])
  })

  test('takes parameters of every type', async () => {
    const values = [1, 'zwei', null, true, new Date(0), Buffer.from([3, 255]), ['a', 'b'], { an: { object: 1 } }, 9n]
    const types = ['int', 'text', 'text', 'bool', 'timestamptz', 'bytea', 'text[]', 'jsonb', 'bigint']
    const list = types.map((type, at) => `($${at + 1}::${type})::text as v${at}`).join(', ')
    expect(Object.values((await query(`select ${list}`, values))[0] ?? {})).toEqual([
      '1',
      'zwei',
      null,
      'true',
      '1970-01-01 00:00:00+00',
      String.raw`\x03ff`,
      '{a,b}',
      '{"an": {"object": 1}}',
      '9',
    ])
  })

  test('returns bytes as bytes', async () => {
    expect(await query(String.raw`select '\x00ff'::bytea as bytes`)).toEqual([{ bytes: new Uint8Array([0, 255]) }])
  })

  test('passes notifications on until it is told to stop', async () => {
    const heard: string[] = []
    const stop = await engine.listen('news', { notified: (payload) => heard.push(payload), restored: () => {} })
    await exec(`notify news, 'eins'; notify other, 'nichts'`)
    await exec(`select pg_notify('news', 'zwei')`)
    await stop()
    await exec(`notify news, 'drei'`)
    expect(heard).toEqual(['eins', 'zwei'])
  })

  test.each([
    ['text[]', true],
    ['text[]', 1],
    ['uuid[]', 1.5],
    ['mood[]', {}],
    ['date', {}],
    ['boolean', 'x'],
    ['bytea', 'x'],
    ['text', []],
    ['date', []],
  ])('a parameter of %s that is %j harms nothing but its statement', async (type, value) => {
    await transaction(engine, undefined, (session) => session.query(`select $1::${type}`, [value])).catch(() => {})
    expect(await query('select 1 as a')).toEqual([{ a: 1 }])
  })
})
