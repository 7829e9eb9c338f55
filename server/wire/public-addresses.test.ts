import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isOutside, isPublicAddress, publicLookup } from './public-addresses.ts'

const ask = promisify(publicLookup) as (name: string, options: object) => Promise<unknown>

test.each([
  ['this machine', ['localhost', '127.0.0.1', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1']],
  ['its network', ['10.1.2.3', '172.31.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', 'fd00::1', 'fe80::1']],
  ['a site of the old kind', ['fec0::1', 'feff::1']],
  [
    'IPv4 within IPv6',
    ['2002:7f00:1::1', '2001::1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '::7f00:1', '::ffff:0:127.0.0.1'],
  ],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['many at once', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
  ['nobody', ['192.0.0.170', '198.18.0.1', '192.88.99.1', '240.0.0.1', '100::1', '64:ff9b:2::1', '4000::1']],
])('a name that leads to %s is not asked', async (_, names) => {
  for (const name of names) await expect(ask(name, {}), name).rejects.toMatchObject({ code: 'EPRIVATE' })
})

test.each([
  '1.1.1.1',
  '172.32.0.1',
  '192.0.3.1',
  '198.51.101.1',
  '203.0.114.1',
  '2001:4860::1',
  '2003::1',
  '2a00:1450:4001::1',
])('the public address %s is asked', async (name) => {
  expect(await ask(name, {})).toBe(name)
  expect(await ask(name, { all: true })).toEqual([{ address: name, family: name.includes(':') ? 6 : 4 }])
})

test('a text that is no address is not public, however a browser would read it', () => {
  expect(['kein.name', '0x7f.1', '2130706433', '', '1.1.1.1 '].filter(isPublicAddress)).toEqual([])
})

test('a host is outside when its name or address is one of the internet', () => {
  const outside = ['db.anbieter.example', 'local.example', '1.1.1.1', '2001:4860::1']
  const own = [
    '',
    'db',
    'localhost',
    'db.localhost',
    'db.internal',
    'DB.Internal.',
    'db.local',
    '127.0.0.1',
    '10.0.0.5',
    'fd00::1',
  ]
  expect([...outside, ...own].filter(isOutside)).toEqual(outside)
})
