import type { Backend } from '@hot/embedded'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, ownTargets } from './open-contract.ts'

type Person = Awaited<ReturnType<typeof member>>

const GONE = { status: 401, code: 'PT401', hint: 'session_ended' }

/** What a token can still do after its session has ended; PostgREST's `db-pre-request` decides. */
describe.each(ownTargets())('Access tokens of ended sessions on $name', ({ open }) => {
  let contract: Contract & { backend: Backend }
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const elsewhere = async ({ email, password }: Person) => {
    const client = contract.guest()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return client
  }

  const ask = (token: string, method: string, path: string, body?: object) =>
    contract.fetch(
      new Request(`${contract.url}${path}`, {
        method,
        headers: {
          apikey: contract.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )

  /** Every way a token can be used on REST and storage. */
  const uses = (token: string, id: string): [string, () => Promise<Response>][] => [
    ['a row', () => ask(token, 'GET', '/rest/v1/books?select=id&limit=1')],
    ['a new row', () => ask(token, 'POST', '/rest/v1/notes', { body: 'danach' })],
    ['a function of a page', () => ask(token, 'GET', '/rest/v1/rpc/greet?p_name=Anna')],
    ['a function that writes', () => ask(token, 'POST', '/rest/v1/rpc/write_note', { p_body: 'danach' })],
    ['a list of files', () => ask(token, 'POST', '/storage/v1/object/list/privat', { prefix: id })],
    ['a place for an upload', () => ask(token, 'POST', `/storage/v1/object/upload/sign/privat/${id}/a.png`)],
  ]

  const answersOf = async ({ token, id }: Person) =>
    Promise.all(uses(token, id).map(async ([name, use]) => [name, (await use()).status]))

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['a sign-out here', ({ client }) => client.auth.signOut({ scope: 'local' })],
    ['a sign-out everywhere', async (person) => (await elsewhere(person)).auth.signOut({ scope: 'global' })],
    ['a sign-out of all others', async (person) => (await elsewhere(person)).auth.signOut({ scope: 'others' })],
    [
      'a new password',
      async (person) => (await elsewhere(person)).auth.updateUser({ password: 'ein ganz anderes Passwort' }),
    ],
    [
      'a password set by the operator',
      ({ id }) => contract.service().auth.admin.updateUserById(id, { password: 'ein ganz anderes Passwort' }),
    ],
    ['the deletion of the account', ({ id }) => contract.service().auth.admin.deleteUser(id)],
  ])('%s ends the token for REST and storage', async (_, end) => {
    const person = await member(contract)
    expect((await answersOf(person)).map(([, status]) => Number(status) < 300)).not.toContain(false)
    await end(person)
    const refused = (await answersOf(person)).filter(([, status]) => status !== 401)
    expect(refused).toEqual([])
    const rest = await ask(person.token, 'GET', '/rest/v1/rpc/greet?p_name=Anna')
    expect({ status: rest.status, ...((await rest.json()) as object) }).toMatchObject(GONE)
  })

  test('guests and the server are not checked', async () => {
    expect((await contract.guest().rpc('greet', { p_name: 'Anna' })).error).toBeNull()
    expect((await contract.service().from('books').select('id').limit(1)).error).toBeNull()
  })

  test('a session without the second factor can end only itself', async () => {
    const person = await member(contract)
    const enrolled = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Handy' })
    if (enrolled.error) throw enrolled.error
    const code = new TOTP({ secret: Secret.fromBase32(enrolled.data.totp.secret) }).generate()
    await person.client.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code })
    const owner = (await person.client.auth.getSession()).data.session?.access_token ?? ''
    for (const scope of ['others', 'global']) {
      const thief = (await (await elsewhere(person)).auth.getSession()).data.session?.access_token ?? ''
      const answer = await ask(thief, 'POST', `/auth/v1/logout?scope=${scope}`)
      expect([answer.status, await answer.json()]).toMatchObject([401, { error_code: 'insufficient_aal' }])
      expect((await ask(owner, 'GET', '/rest/v1/books?select=id&limit=1')).status).toBe(200)
      const own = scope === 'global' ? 401 : 200
      expect((await ask(thief, 'GET', '/rest/v1/books?select=id&limit=1')).status).toBe(own)
    }
    expect((await ask(owner, 'POST', '/auth/v1/logout?scope=others')).status).toBe(204)
  })
})
