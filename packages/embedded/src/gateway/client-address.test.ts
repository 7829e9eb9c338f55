import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const seen = (trusted: string[], remote: string, forwarded?: string) =>
  clientAddress(trusted)(
    new Request('http://x/', forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {}),
    remote,
  )

test.each([
  ['without trusted proxies the header changes nothing', [], '203.0.113.5', '1.2.3.4', '203.0.113.5'],
  ['a trusted proxy names its caller', ['10.0.0.1'], '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['what the caller itself claimed is passed over', ['10.0.0.1'], '10.0.0.1', '1.2.3.4, 203.0.113.5', '203.0.113.5'],
  ['a chain of trusted proxies', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.5, 10.9.9.9', '203.0.113.5'],
  ['an untrusted neighbour cannot pose as a proxy', ['10.0.0.0/8'], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['IPv4 in IPv6 notation', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['nonsense in the header', ['10.0.0.1'], '10.0.0.1', 'quatsch', '10.0.0.1'],
])('%s', (_name, trusted, remote, forwarded, expected) => {
  expect(seen(trusted, remote, forwarded)).toBe(expected)
})
