import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, ownTargets } from './open-contract.ts'

/** Requests that say something twice, or not in characters: refused, and never read as something else. */
describe.each(ownTargets())('Odd requests on $name', ({ open }) => {
  let contract: Contract & { backend: Backend }
  let token: string
  let client: Awaited<ReturnType<typeof member>>['client']
  beforeAll(async () => {
    contract = await open()
    const person = await member(contract)
    token = person.token
    client = person.client
    await client.from('notes').insert([{ body: 'a' }, { body: 'b' }])
  })
  afterAll(() => contract?.close())

  const ask = async (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
  ) => {
    const headers = { apikey: contract.publishableKey, authorization: `Bearer ${token}`, 'content-type': type }
    const answer = await contract.fetch(new Request(`${contract.url}${path}`, { method, headers, body: body ?? null }))
    const said = (await answer.json().catch(() => null)) as Record<string, unknown> | null
    return { status: answer.status, code: said?.error_code ?? said?.code ?? said?.error }
  }
  const notes = async () => (await client.from('notes').select('body').order('body')).data?.map(({ body }) => body)

  /** `Ä` of Windows-1252, half a character, and one written too long. */
  const broken = [Buffer.from([0xc4]), Buffer.from([0xe2, 0x82]), Buffer.from([0xc0, 0xaf])]
  const within = (before: string, bytes: Buffer, after: string) =>
    new Uint8Array(Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]))

  test.each([
    ['POST', '/rest/v1/notes', '{"body":"', '"}', 'PGRST102'],
    ['PATCH', '/rest/v1/notes?body=eq.a', '{"body":"', '"}', 'PGRST102'],
    ['POST', '/rest/v1/rpc/write_note', '{"p_body":"', '"}', 'PGRST102'],
    ['POST', '/auth/v1/signup', '{"email":"neu@gmx.de","password":"ein langes Passwort ', '"}', 'bad_json'],
    ['PUT', '/auth/v1/user', '{"data":{"name":"', '"}}', 'bad_json'],
    ['POST', '/auth/v1/token?grant_type=password', '{"email":"neu@gmx.de","password":"', '"}', 'bad_json'],
    ['POST', '/storage/v1/object/list/pictures', '{"prefix":"', '"}', 'InvalidRequest'],
    ['DELETE', '/storage/v1/object/pictures', '{"prefixes":["', '"]}', 'InvalidRequest'],
  ])('%s %s of bytes that are no UTF-8', async (method, path, before, after, code) => {
    for (const bytes of broken)
      expect(await ask(method, path, within(before, bytes, after))).toEqual({ status: 400, code })
    expect(await notes()).toEqual(['a', 'b'])
  })

  test('an address of such bytes is refused, and one with the character that stands for them is not', async () => {
    for (const bytes of ['%FF', '%ED%A0%80', 'a%C4b'])
      for (const path of [`notes?body=eq.${bytes}`, `rpc/greet?p_name=${bytes}`])
        expect(await ask('GET', `/rest/v1/${path}`)).toEqual({ status: 400, code: 'PGRST100' })
    expect((await ask('GET', '/rest/v1/rpc/greet?p_name=%EF%BF%BD')).status).toBe(200)
  })

  test.each(['image/png', 'multipart/form-data; boundary=x', 'application/octet-stream'])(
    'a body that calls itself %s is read like any other',
    async (type) => {
      const inherited = '{"email":"neu@gmx.de","password":"ein langes Passwort","data":{"constructor":1}}'
      expect((await ask('POST', '/auth/v1/signup', inherited, type)).code).toBe('PGRST100')
      expect((await ask('POST', '/rest/v1/rpc/write_note', '{"p_body":"x","__proto__":1}', type)).status).toBe(400)
    },
  )

  test('an argument given twice in the address is refused; of a key twice in JSON the last counts, as in jsonb', async () => {
    expect(await ask('GET', '/rest/v1/rpc/greet?p_name=a&p_name=b')).toEqual({ status: 400, code: 'PGRST100' })
    expect((await client.rpc('rename_notes', { p_body: 'a' })).error).toBeNull()
    await ask('POST', '/rest/v1/rpc/rename_notes', '{"p_body":"c","p_body":"d"}')
    expect(await notes()).toEqual(['d', 'd'])
  })

  test('nobody changes or deletes a table without a filter, as with pg-safeupdate', async () => {
    const before = await notes()
    for (const path of ['notes', 'notes?select=id', 'notes?order=id&limit=1', 'notes?columns=body'])
      for (const method of ['DELETE', 'PATCH'])
        expect(await ask(method, `/rest/v1/${path}`, '{"body":"x"}')).toEqual({ status: 400, code: '21000' })
    expect(await notes()).toEqual(before)
    expect((await ask('DELETE', '/rest/v1/notes?body=not.is.null')).status).toBe(204)
    expect(await notes()).toEqual([])
  })
})
