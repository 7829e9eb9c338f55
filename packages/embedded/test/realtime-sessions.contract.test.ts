import type { Backend } from '@hot/embedded'
import type { RealtimeClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Contract, member, ownTargets } from './open-contract.ts'
import { connect, type Line, listen, openLine, soon } from './realtime-line.ts'

const HOUR = 3_600_000

/** Tokens and sessions on a socket (supabase/realtime, realtime_channel.ex: confirm_token, shutdown_response). */
describe.each(ownTargets())('Sessions of Realtime on $name', ({ open }) => {
  let contract: Contract & { backend: Backend }
  let line: Line
  const clients: RealtimeClient[] = []
  beforeAll(async () => {
    contract = await open()
    line = await openLine(contract)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(clients.splice(0).map((client) => client.disconnect()))
  })
  afterAll(async () => {
    await contract?.close()
    await line?.close()
  })

  const watching = async (token: string) => {
    const client = await connect(line, contract, token)
    clients.push(client)
    return { client, ...(await listen(client, { table: 'notes' })) }
  }
  const write = async (person: Awaited<ReturnType<typeof member>>, body: string) => {
    const { error } = await person.client.from('notes').insert({ body })
    expect(error).toBeNull()
  }

  test('refuses expired, forged and malformed tokens, and says why', async () => {
    const me = await member(contract)
    const [head, , signature] = me.token.split('.')
    const altered = Buffer.from(JSON.stringify({ sub: me.id, role: 'authenticated', exp: 4102444800 }))
    await expect(watching(`${head}.${altered.toString('base64url')}.${signature}`)).rejects.toThrow(
      'JwtSignatureError: Failed to validate JWT signature',
    )
    await expect(watching('kein Token')).rejects.toThrow('MalformedJWT: The token provided is not a valid JWT')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR + 60_000 })
    await expect(watching(me.token)).rejects.toThrow(/^InvalidJWTToken: Token has expired \d+ seconds ago/)
  })

  test('closes a channel when its token expires', async () => {
    const me = await member(contract)
    const heard = await watching(me.token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR })
    await contract.backend.query('insert into public.notes (owner, body) values ($1, $2)', [me.id, 'zu spät'])
    await soon(() => heard.states.at(-1)).toBe('CLOSED')
    expect(heard.system.at(-1)).toMatchObject({ extension: 'system', status: 'error' })
    expect(heard.system.at(-1)?.message).toMatch(/^Token has expired/)
    expect(heard.changes).toEqual([])
  })

  test('continues with a renewed token', async () => {
    const me = await member(contract)
    const heard = await watching(me.token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR - 60_000 })
    const { data } = await me.client.auth.refreshSession()
    expect(data.session?.access_token).not.toBe(me.token)
    await heard.client.setAuth(data.session?.access_token)
    await new Promise((resolve) => setTimeout(resolve, 300))
    vi.setSystemTime(Date.now() + 120_000)
    await write(me, 'mit neuem Token')
    await soon(() => heard.changes).toHaveLength(1)
    expect(heard.states).toEqual(['SUBSCRIBED'])
  })

  test('refuses the token of another person on a channel', async () => {
    const me = await member(contract)
    const other = await member(contract)
    const heard = await watching(me.token)
    await heard.client.setAuth(other.token)
    await soon(() => heard.states.at(-1)).toBe('CLOSED')
    await write(me, 'meins')
    await write(other, 'deins')
    expect(heard.changes).toEqual([])
  })

  test.each(['local', 'global'] as const)('ends with the session that signs out (%s)', async (scope) => {
    const me = await member(contract)
    const other = await member(contract)
    const heard = await watching(me.token)
    const bystander = await watching(other.token)
    await me.client.auth.signOut({ scope })
    await soon(() => heard.states.at(-1)).toBe('CLOSED')
    await contract.backend.query('insert into public.notes (owner, body) values ($1, $2)', [me.id, 'danach'])
    await write(other, 'bleibt')
    await soon(() => bystander.changes).toHaveLength(1)
    expect(heard.changes).toEqual([])
    expect(bystander.states).toEqual(['SUBSCRIBED'])
    await expect(watching(me.token)).rejects.toThrow('Unauthorized: The session of this token has ended')
  })

  test('ends with a ban, at once', async () => {
    const me = await member(contract)
    const heard = await watching(me.token)
    const { error } = await contract.service().auth.admin.updateUserById(me.id, { ban_duration: '24h' })
    expect(error).toBeNull()
    await soon(() => heard.states.at(-1)).toBe('CLOSED')
    await expect(watching(me.token)).rejects.toThrow('Unauthorized')
  })

  test('ends with the account', async () => {
    const me = await member(contract)
    const heard = await watching(me.token)
    await contract.service().auth.admin.deleteUser(me.id)
    await soon(() => heard.states.at(-1)).toBe('CLOSED')
  })
})
