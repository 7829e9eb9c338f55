import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { httpsTest, isLoopback, namesLoopback, proxyNetworks, unnamedTest, wasForwarded } from './client-address.ts'

describe('isLoopback', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['0.0.0.0', false],
    ['localhost', false],
    ['', false],
    [undefined, false],
  ])('%s → %s', (address, expected) => expect(isLoopback(address)).toBe(expected))
})

describe('namesLoopback', () => {
  it.each([
    ['127.0.0.1:3000', true],
    ['localhost', true],
    ['[::1]:3000', true],
    ['evil.example', false],
    ['localhost.evil.example:3000', false],
    [undefined, false],
  ])('%s → %s', (host, expected) => expect(namesLoopback(host)).toBe(expected))
})

describe('a request that a trusted proxy passes on without saying for whom', () => {
  const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage
  it.each([
    ['the proxy names nobody', request('127.0.0.1'), true],
    ['the proxy names a visitor', request('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }), false],
    ['a visitor without a proxy', request('203.0.113.7'), false],
  ])('%s', (_, asked, expected) => expect(unnamedTest(['127.0.0.0/8'])(asked)).toBe(expected))
})

describe('wasForwarded', () => {
  it('detects every header of a proxy', () => {
    const names = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host']
    const ofNetworks = ['cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'fastly-client-ip', 'cdn-loop']
    for (const name of [...names, ...ofNetworks]) expect(wasForwarded({ [name]: 'x' })).toBe(true)
    expect(wasForwarded({ host: 'localhost', accept: '*/*' })).toBe(false)
  })
})

describe('proxyNetworks', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32'])('accepts %s', (entry) =>
    expect(proxyNetworks(entry)).toEqual([entry]),
  )
  it.each(['10.0.0', '10.0.0.0/33', '10.0.0.0/', '::/129', '1.2.3.4/8/8', 'proxy'])('refuses %s', (entry) =>
    expect(proxyNetworks(entry)).toBeUndefined(),
  )
})

describe('httpsTest', () => {
  const isHttps = httpsTest(['10.0.0.0/8'])

  it('trusts a trusted proxy, also over a dual-stack socket', () => {
    expect(isHttps('10.1.2.3', 'https')).toBe(true)
    expect(isHttps('::ffff:10.1.2.3', 'https')).toBe(true)
    expect(isHttps('10.1.2.3', 'http')).toBe(false)
  })

  it('trusts nobody else', () => {
    expect(isHttps('203.0.113.9', 'https')).toBe(false)
    expect(isHttps(undefined, 'https')).toBe(false)
    expect(httpsTest([])('127.0.0.1', 'https')).toBe(false)
  })

  it('uses the value of the last hop, not the first', () => {
    expect(isHttps('10.1.2.3', 'https, http')).toBe(false)
    expect(isHttps('10.1.2.3', ['https', 'http'])).toBe(false)
  })
})
