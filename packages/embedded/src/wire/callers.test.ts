import { expect, test } from 'vitest'
import { clientAddress, limiter } from './callers.ts'

const seen = (trusted: string[], remote: string, forwarded?: string) =>
  clientAddress(trusted)(
    new Request('http://x/', forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {}),
    remote,
  )

test.each([
  ['without trusted proxies the header changes nothing', [], '203.0.113.5', '1.2.3.4', '203.0.113.5'],
  ['a trusted proxy names its caller', ['10.0.0.1'], '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ["the caller's own claim is ignored", ['10.0.0.1'], '10.0.0.1', '1.2.3.4, 203.0.113.5', '203.0.113.5'],
  ['a chain of trusted proxies', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.5, 10.9.9.9', '203.0.113.5'],
  ['an untrusted neighbour cannot pose as a proxy', ['10.0.0.0/8'], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['IPv4 in IPv6 notation', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['a port behind it', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.5:4711, 10.9.9.9:80', '203.0.113.5'],
  ['a port behind IPv6', ['10.0.0.1'], '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['IPv6 in brackets', ['10.0.0.1'], '10.0.0.1', '[2001:db8::7]', '2001:db8::7'],
  ['nonsense in the header', ['10.0.0.1'], '10.0.0.1', 'quatsch', '10.0.0.1'],
])('%s', (_name, trusted, remote, forwarded, expected) => {
  expect(seen(trusted, remote, forwarded)).toBe(expected)
})

test('allows a burst, then one whenever enough has been refilled', () => {
  let now = 0
  const { take, peek } = limiter({ times: 3, seconds: 30 }, () => now)
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0])
  expect(take('a')).toBe(10)
  expect(peek('a')).toBe(10)
  expect(take('b')).toBe(0)
  now = 9_000
  expect(take('a')).toBe(1)
  now = 10_000
  expect([take('a'), take('a')]).toEqual([0, 10])
  now = 10_000_000
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 10])
})

test('stores a limited number of callers', () => {
  let now = 0
  const { take, peek } = limiter({ times: 1, seconds: 1 }, () => now)
  for (let caller = 0; caller < 60_000; caller++) take(String(caller))
  expect(peek('59999')).toBe(1)
  now = 5_000
  expect(take('0')).toBe(0)
})

test('a request of higher cost is allowed as a whole or not at all, and never above the limit', () => {
  let now = 0
  const { take, peek } = limiter({ times: 10, seconds: 10 }, () => now)
  expect([take('a', 8), take('a', 5), take('a', 2), take('a')]).toEqual([0, 3, 0, 1])
  now = 100_000
  expect([take('a', 11), peek('a'), take('a', 10)]).toEqual([1, 0, 0])
})

test('a clock set back locks nobody out', () => {
  let now = 1_000_000
  const { take } = limiter({ times: 2, seconds: 60 }, () => now)
  expect(take('a')).toBe(0)
  now -= 600_000
  expect([take('a'), take('a')]).toEqual([0, 30])
})
