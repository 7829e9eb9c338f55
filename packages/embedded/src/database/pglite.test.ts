import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, isPgError } from './engine.ts'
import { openPglite } from './pglite.ts'

let engine: Engine
const exec = (sql: string) => engine.session((session) => session.exec(sql))
const query = (sql: string) => engine.session(async (session) => (await session.query(sql)).rows)

beforeAll(async () => {
  engine = await openPglite()
  await exec(`create type mood as enum ('gut', 'mies'); create table words (word text, at timestamptz)`)
  await engine.learnTypes()
})
afterAll(async () => {
  await engine.close()
  await expect(exec('select 1')).rejects.toThrow('closed')
})

test('gives the rows of the last statement that has columns', async () => {
  expect(await exec(`select 1 as a; select 2 as b union all select 3; begin; commit`)).toEqual([{ b: 2 }, { b: 3 }])
  expect(await exec(`select 1 as a; select 2 as b where false`)).toEqual([])
  expect(await exec('begin; commit')).toEqual([])
})

test('reads values as a statement with parameters does', async () => {
  const values = `select null::int as nothing, 'null'::jsonb as "json null", '{"a":[1]}'::jsonb as json, true as yes, 9007199254740993 as big,
    9.90::numeric as price, '2026-11-22 10:00+01'::timestamptz as instant, '{gut,mies}'::mood[] as moods, '{a,NULL}'::text[] as texts, '' as empty`
  const [row] = await exec(values)
  expect(row).toEqual((await query(values))[0])
  expect(row).toMatchObject({ nothing: null, big: '9007199254740993', price: 9.9, moods: ['gut', 'mies'], empty: '' })
})

test('fails with what the database says and goes on afterwards', async () => {
  const failure = await exec('begin; select 1; select 1 / 0; commit').catch((error: unknown) => error)
  expect(isPgError(failure) && failure.code).toBe('22012')
  await expect(exec('select 1')).rejects.toMatchObject({ code: '25P02' }) // the transaction it has broken
  await exec('rollback')
  expect(await exec('select 4 as a')).toEqual([{ a: 4 }])
})
