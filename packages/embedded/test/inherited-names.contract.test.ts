import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inheritedNameRequests } from './inherited-name-requests.ts'
import { type Contract, contractTargets } from './open-contract.ts'

describe.each(contractTargets())('A request that names an inherited property on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const ask = (method: string, path: string, key: string, body = '') => {
    const headers = { apikey: key, 'content-type': 'application/json' }
    return contract.fetch(new Request(`${contract.url}${path}`, body ? { method, headers, body } : { method, headers }))
  }

  test.each(inheritedNameRequests.map(([method, path, body = '']) => ({ method, path, body })))(
    '$method $path $body is refused with every key and changes nothing',
    async ({ method, path, body }) => {
      for (const key of [contract.publishableKey, contract.secretKey]) {
        const answer = await ask(method, path, key, body)
        expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'PGRST100' })])
        expect(Object.keys(Object.prototype)).toEqual([])
        const next = await ask('GET', '/rest/v1/books?select=id&order=id&limit=1', contract.publishableKey)
        expect([next.status, await next.json()]).toEqual([200, [{ id: 1 }]])
      }
    },
  )

  test('nothing can be added to shared objects, should one get through', () => {
    expect(Reflect.set(Object.prototype, 'polluted', 1)).toBe(false)
    expect(Reflect.set(Object, 'polluted', 1)).toBe(false)
    expect(Reflect.set(Array.prototype, 'polluted', 1)).toBe(false)
  })

  test('the words themselves can be said', async () => {
    const texts = ['__proto__', 'constructor: "toString": 1', '{"__proto__":1}']
    for (const text of texts) {
      const answer = await ask('POST', '/rest/v1/rpc/greet', contract.publishableKey, JSON.stringify({ p_name: text }))
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining(JSON.stringify(text).slice(1, -1)),
      ])
    }
  })
})
