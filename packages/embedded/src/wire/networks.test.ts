import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { limiter, networkLimiter } from './callers.ts'
import { networkOf, networkTest, SITE_FACTOR, surroundingsOf } from './networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', undefined],
  ['::ffff:203.0.113.7', '203.0.113.7', undefined],
  ['::ffff:cb00:7107', '203.0.113.7', undefined],
  ['64:ff9b::203.0.113.7', '203.0.113.7', undefined],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0003::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64', '1:2:3::/48'],
  ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['unknown', 'unknown', undefined],
])('%s is of the network %s', (address, network, site) => {
  expect(networkOf(address)).toEqual(site ? { network, site } : { network })
})

test('malformed networks contain no address, and malformed addresses are in no network', () => {
  const isInside = networkTest(['quatsch', '10.0.0.0/8', '2001:db8::/32'])
  expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7'].map(isInside)).toEqual([true, true, true])
  expect(['quatsch', '', undefined, '11.0.0.1'].map(isInside)).toEqual([false, false, false, false])
})

test('addresses of one IPv6 network share a limit, and networks of one site share a higher one', () => {
  const { take, peek, giveBack } = networkLimiter({ times: 2, seconds: 60 }, () => 0)
  expect([take('2001:db8:1:2::1'), take('2001:db8:1:2::2'), take('2001:db8:1:2::3')]).toEqual([0, 0, 30])
  expect([take('203.0.113.7'), take('203.0.113.8'), take('2001:db8:2::1')]).toEqual([0, 0, 0])
  for (let net = 0x10; net < 0x10 + SITE_FACTOR - 1; net++) expect(take(`2001:db8:1:${net.toString(16)}::1`, 2)).toBe(0)
  expect(take('2001:db8:1:99::1')).toBeGreaterThan(0)
  expect(peek('2001:db8:1:98::1')).toBeGreaterThan(0)
  giveBack('2001:db8:1:2::9')
  expect([take('2001:db8:1:99::1'), peek('2001:db8:1:99::1')]).toEqual([0, 4])
})

/** Bytes in use on the heap, after a garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This Node does not let its garbage be collected.')
  collect()
  return process.memoryUsage().heapUsed
}

test('a key of any length takes little memory and stays distinct', () => {
  const { take } = limiter({ times: 1, seconds: 60 }, () => 0)
  const long = 'x'.repeat(60_000)
  expect([take(`${long}a`), take(`${long}b`), take(`${long}a`)]).toEqual([0, 0, 60])
  const before = heapInUse()
  for (let n = 0; n < 1_000; n++) take(long + n)
  // The keys as typed have 60 MB.
  expect(heapInUse() - before).toBeLessThan(6_000_000)
  expect(take(`${long}999`)).toBe(60)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['2001:db8:5:1::7', '2001:db8:5::/48', '2001:db8::/32'],
  ['2a02::1', '2a02:0:0::/48', '2a02:0::/32'],
  ['unknown', 'unknown', 'unknown'],
])('around %s are %s and %s', (address, near, range) => {
  expect(surroundingsOf(address)).toEqual({ near, range })
})
