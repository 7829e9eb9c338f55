import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets } from './open-contract.ts'

/** JSON that a client may send for a value of any type. */
const VALUES = [
  'true',
  '1',
  '1.5',
  '-1',
  '1e400',
  '99999999999999999999',
  'null',
  '"x"',
  '""',
  '"a\\u0000b"',
  '"\\ud800"',
  '[]',
  '[1,"x"]',
  '[null,{"a":1}]',
  '{"a":{"b":1}}',
  '{"__proto__":{"x":1},"toString":1,"toJSON":1}',
]

const FILTERS = [
  'eq.true',
  'eq.1',
  'eq.1.5',
  'eq.',
  'eq.a%00b',
  'eq.%ED%A0%80',
  'eq.{"a":1}',
  'neq.x',
  'gt.x',
  'is.x',
  'is.true',
  'isdistinct.true',
  'isdistinct.x',
  'in.(x,true)',
  'in.()',
  'in.x',
  'like.*',
  'match.[',
  'fts.x',
  'cs.{x',
  'cs.x',
  'cd.{1}',
  'ov.[1,2]',
  'sl.x',
  'eq(any).{x}',
  'not.eq.x',
  'x',
  '',
]

const COLUMNS = ['id', 'author_id', 'title', 'kinds', 'tags', 'data', 'price', 'pages', 'printed', 'added_at']

describe.each(contractTargets())('Bad input on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const ask = async (method: string, path: string, body?: string, key = contract.publishableKey) => {
    const headers = { apikey: key, 'content-type': 'application/json', prefer: 'tx=rollback' }
    const init = body === undefined ? { method, headers } : { method, headers, body }
    const answer = await contract.fetch(new Request(`${contract.url}${path}`, init))
    return { what: `${method} ${path} ${body ?? ''}`.slice(0, 200), status: answer.status, body: await answer.text() }
  }
  type Asked = Awaited<ReturnType<typeof ask>>
  /** Requests that were answered as a server error. */
  const faults = (answers: readonly Asked[]) => answers.filter(({ status }) => status >= 500)
  const stillThere = async () => expect((await ask('GET', '/rest/v1/books?select=id&limit=1')).body).toBe('[{"id":1}]')

  test.each(COLUMNS)('in a filter of the column %s is refused or finds nothing', async (column) => {
    const answers: Asked[] = []
    for (const filter of FILTERS) answers.push(await ask('GET', `/rest/v1/books?select=id&${column}=${filter}&limit=1`))
    expect(faults(answers)).toEqual([])
    await stillThere()
  })

  test.each(COLUMNS)('as a value of the column %s is refused or stored', async (column) => {
    const answers: Asked[] = []
    for (const value of VALUES) {
      const row = `{"title":"x","author_id":1,"${column}":${value}}`
      answers.push(await ask('POST', '/rest/v1/books', row, contract.secretKey))
      answers.push(await ask('PATCH', '/rest/v1/books?id=eq.0', `{"${column}":${value}}`, contract.secretKey))
    }
    expect(faults(answers)).toEqual([])
    await stillThere()
  })

  test.each([
    ['greet', 'p_name', ''],
    ['greet', 'p_times', ',"p_name":"x"'],
    ['books_of', 'p_author', ''],
    ['take_all', 'p_texts', ''],
    ['take_all', 'p_ids', ''],
    ['take_all', 'p_json', ''],
    ['take_all', 'p_day', ''],
    ['take_all', 'p_at', ''],
    ['take_all', 'p_flag', ''],
    ['take_all', 'p_kind', ''],
    ['take_all', 'p_bytes', ''],
    ['take_all', 'p_number', ''],
  ])('of %s as %s is refused or taken', async (name, parameter, rest) => {
    const answers: Asked[] = []
    for (const value of VALUES) {
      answers.push(await ask('POST', `/rest/v1/rpc/${name}`, `{"${parameter}":${value}${rest}}`))
      const text = encodeURIComponent(value.replaceAll('"', ''))
      answers.push(await ask('GET', `/rest/v1/rpc/${name}?${parameter}=${text}${rest ? '&p_name=x' : ''}`))
    }
    expect(faults(answers)).toEqual([])
    await stillThere()
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['a list of texts', '["x"]'],
    ['keys twice', '{"p_name":"a","p_name":"b"}'],
    ['a prototype', '{"__proto__":{"p_name":"x"}}'],
    ['lists in lists', '['.repeat(30_000)],
    ['closed lists in lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a value nested deeply', `{"p_name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('as a body is refused: %s', async (_name, body) => {
    const paths = ['/rest/v1/rpc/greet', '/rest/v1/rpc/take_all', '/rest/v1/notes', '/auth/v1/signup']
    const answers: Asked[] = []
    for (const path of paths) answers.push(await ask('POST', path, body))
    expect(faults(answers)).toEqual([])
    await stillThere()
  })

  test('is answered as by PostgREST', async () => {
    expect(await ask('GET', '/rest/v1/books?select=id&title=eq.true&id=lt.4')).toMatchObject({
      status: 200,
      body: '[]',
    })
    expect(await ask('GET', '/rest/v1/books?select=id&id=eq.x')).toMatchObject({ status: 400 })
    expect(JSON.parse((await ask('GET', '/rest/v1/books?id=eq.x')).body)).toMatchObject({ code: '22P02' })
    expect(JSON.parse((await ask('POST', '/rest/v1/rpc/greet', '{"p_name":true}')).body)).toMatchObject({
      text: 'Hallo true! ',
    })
  })
})
