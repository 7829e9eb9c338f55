import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, ownTargets } from './open-contract.ts'

describe.each(ownTargets())('Bodies on $name', ({ open }) => {
  let contract: Contract
  let token: string
  beforeAll(async () => {
    contract = await open()
    token = (await member(contract)).token
  })
  afterAll(() => contract?.close())

  /** Sends a body and returns whether any of it was read. */
  async function send(method: string, path: string, headers: Record<string, string>, bytes = 10_000_000) {
    let read = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          read += 1_024
          if (read > bytes) controller.close()
          else controller.enqueue(new Uint8Array(1_024).fill(32))
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method, headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' }
    const answer = await contract.fetch(new Request(`${contract.url}${path}`, init as RequestInit))
    await answer.body?.cancel()
    return { status: answer.status, wasRead: read > 0 }
  }
  const guest = () => ({ apikey: contract.publishableKey })
  const signedIn = () => ({ ...guest(), authorization: `Bearer ${token}` })

  test.each([
    ['no key', 'POST', '/rest/v1/notes', {}, 401],
    ['a wrong key', 'POST', '/rest/v1/notes', { apikey: 'sb_publishable_x' }, 401],
    ['a wrong key', 'POST', '/auth/v1/signup', { apikey: 'sb_publishable_x' }, 401],
    ['a link without a token', 'PUT', '/storage/v1/object/upload/sign/bilder/x.webp', {}, 400],
    ['a forged token', 'PUT', '/storage/v1/object/upload/sign/bilder/x.webp?token=a.b.c', {}, 400],
  ])('of a request with %s is not read: %s %s', async (_name, method, path, headers, status) => {
    expect(await send(method, path, headers as Record<string, string>)).toEqual({ status, wasRead: false })
  })

  test('of a request with a forged access token is not read', async () => {
    const forged = await new SignJWT({ role: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(32)))
    const answer = await send('POST', '/rest/v1/notes', { ...guest(), authorization: `Bearer ${forged}` })
    expect(answer).toEqual({ status: 401, wasRead: false })
  })

  test('of guests may have 64 kB, of members 256 kB', async () => {
    const statusOf = async (headers: Record<string, string>, kilobytes: number) =>
      (await send('POST', '/rest/v1/rpc/greet', headers, kilobytes * 1_024)).status
    expect([await statusOf(guest(), 60), await statusOf(guest(), 70)]).toEqual([400, 413])
    expect([await statusOf(signedIn(), 250), await statusOf(signedIn(), 260)]).toEqual([400, 413])
    expect((await send('POST', '/auth/v1/signup', guest(), 70 * 1_024)).status).toBe(413)
    expect((await send('POST', '/storage/v1/object/bilder/x.webp', guest(), 70 * 1_024)).status).toBe(413)
    expect((await send('POST', '/storage/v1/object/bilder/x/y.webp', signedIn(), 11_000_000)).status).toBe(413)
  })

  test('answers to members are not cached', async () => {
    const cached = async (headers: Record<string, string>, path: string) =>
      (await contract.fetch(new Request(`${contract.url}${path}`, { headers }))).headers.get('cache-control')
    expect(await cached(signedIn(), '/rest/v1/notes?select=id')).toBe('no-store')
    expect(await cached(signedIn(), '/rest/v1/rpc/greet?p_name=x')).toBe('no-store')
    expect(await cached(signedIn(), '/auth/v1/user')).toBe('no-store')
    expect(await cached(guest(), '/rest/v1/books?select=id')).toBeNull()
  })
})
