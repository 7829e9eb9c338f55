import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

describe.each(contractTargets())('Bad input of storage on $name', ({ open }) => {
  let contract: Contract
  let token: string
  beforeAll(async () => {
    contract = await open()
    token = (await member(contract)).token
  })
  afterAll(() => contract?.close())

  const ask = (method: string, path: string, body?: string) => {
    const headers = {
      apikey: contract.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }
    const init = body === undefined ? { method, headers } : { method, headers, body }
    return contract.fetch(new Request(`${contract.url}/storage/v1${path}`, init))
  }

  const lists = [
    '{"prefix":"","offset":-1}',
    '{"prefix":"","offset":1.5}',
    '{"prefix":"","limit":1.5}',
    '{"prefix":"","limit":-1}',
    '{"prefix":"","limit":"x"}',
    '{"prefix":"","limit":1e9}',
    '{"prefix":"","sortBy":{"column":"","order":"asc"}}',
    '{"prefix":"","sortBy":{"column":"owner; drop","order":"asc"}}',
    '{"prefix":"","sortBy":{"column":"name","order":"x"}}',
    '{"prefix":"","sortBy":"x"}',
    '{"prefix":"a\\u0000b"}',
    '{"prefix":"\\ud800"}',
    '{"prefix":{}}',
    '{"search":1}',
    '"x"',
    '[]',
    '1',
    'null',
    '',
    '{',
    '['.repeat(20_000),
    `{"prefix":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  ].map((body) => [body.slice(0, 60), body] as const)
  test.each(lists)('a list with %s is refused', async (_, body) => {
    const answer = await ask('POST', '/object/list/bilder', body)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'InvalidRequest'])
  })

  test.each([
    ['POST', '/object/sign/bilder/x', '{"expiresIn":"x"}'],
    ['POST', '/object/sign/bilder/x', '{"expiresIn":-1}'],
    ['POST', '/object/sign/bilder/x', '{"expiresIn":1e300}'],
    ['POST', '/object/sign/bilder', '{"expiresIn":60,"paths":"x"}'],
    ['POST', '/object/move', '{"bucketId":"bilder"}'],
    ['POST', '/object/copy', '"x"'],
    ['DELETE', '/object/bilder', '{"prefixes":[1]}'],
    ['DELETE', '/object/bilder', '{"prefixes":"x"}'],
    ['GET', '/object/public/bilder/%00', undefined],
    ['GET', '/object/public/bilder/%ff', undefined],
    ['GET', '/object/public/%00/x', undefined],
    ['GET', '/object/info/bilder/%00', undefined],
    ['POST', '/object/bilder/%00', 'x'],
    ['POST', '/object/upload/sign/bilder/%00', '{}'],
  ])('%s %s %s is refused', async (method, path, body) => {
    expect((await ask(method, path, body)).status).toBe(400)
  })

  test('a signed link opens with its own token only', async () => {
    const claims = { bucket: 'bilder', sub: 'x.webp', intent: 'upload', owner: null, upsert: false }
    const foreign = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h')
    const tokens = [
      '',
      'x',
      'a.b.c',
      new UnsecuredJWT(claims).encode(),
      await foreign.sign(new TextEncoder().encode('x'.repeat(32))),
      token,
    ]
    for (const forged of tokens) {
      const upload = await ask('PUT', `/object/upload/sign/bilder/x.webp?token=${forged}`, 'x')
      const download = await ask('GET', `/object/sign/bilder/x.webp?token=${forged}`)
      expect([upload.status, download.status], forged).toEqual([400, 400])
    }
  })
})
