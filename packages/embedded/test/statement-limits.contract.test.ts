import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, ownTargets } from './open-contract.ts'

describe.each(ownTargets())('Limits of a statement on $name', ({ open }) => {
  let contract: Contract & { backend: Backend }
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const call = (path: string, body?: object) =>
    contract.fetch(
      new Request(`${contract.url}/rest/v1/${path}`, {
        headers: { apikey: contract.publishableKey, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )

  test.each([
    { how: 'by the short way', hang: () => call('rpc/nap?p_seconds=600') },
    { how: 'by the whole way', hang: () => call('rpc/wait_inside', { p_seconds: 600 }) },
  ])('a guest’s statement is ended $how, and waiting requests continue', async ({ hang }) => {
    const hanging = hang()
    // The server's own work waits without a limit; under load that is longer than a guest may wait.
    const waiting = contract.backend.query('select 1 as a')
    const ended = await hanging
    expect([ended.status, ended.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await ended.json()).toEqual({
      code: '57014',
      details: null,
      hint: null,
      message: 'canceling statement due to statement timeout',
    })
    expect(await waiting).toEqual([{ a: 1 }])
    const others = await call('books?select=id&order=id&limit=1')
    expect([others.status, await others.json()]).toEqual([200, [{ id: 1 }]])
  })

  test('a function has the limit that it declares', async () => {
    // Longer than a guest's limit.
    const answer = await call('rpc/long_nap?p_seconds=3.5')
    expect([answer.status, await answer.json()]).toEqual([200, true])
    const posted = await call('rpc/long_nap', { p_seconds: 3.5 })
    expect([posted.status, await posted.json()]).toEqual([200, true])
  })
})
