import { describe, expect, it } from 'vitest'
import { withoutChunkLoadErrors, withoutDevelopment } from './filter.ts'

const failed = (...messages: string[]) => ({ exception: { values: messages.map((value) => ({ value })) } })
const at = (url: string) => ({ request: { url } })

describe('the public profile', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://hot.example/assets/a1b2c3d4.js',
    'error loading dynamically imported module: https://hot.example/assets/a1b2c3d4.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
    'Loading chunk 12 failed.',
    'Loading CSS chunk 3 failed.',
  ])('drops %s', (message) => {
    expect(withoutChunkLoadErrors.dropsError(failed(message))).toBe(true)
    expect(withoutChunkLoadErrors.dropsError(failed('zuerst etwas anderes', message))).toBe(true)
  })

  it('recognises them by their type, too', () => {
    expect(withoutChunkLoadErrors.dropsError({ exception: { values: [{ type: 'ChunkLoadError' }] } })).toBe(true)
  })

  it.each(['x is not a function', 'Failed to fetch', 'device lost', ''])('keeps %j', (message) => {
    expect(withoutChunkLoadErrors.dropsError(failed(message))).toBe(false)
  })

  it('keeps events without an exception, and every transaction', () => {
    expect(withoutChunkLoadErrors.dropsError({})).toBe(false)
    expect(withoutChunkLoadErrors.dropsTransaction(at('http://localhost:3000/'))).toBe(false)
  })
})

describe('the profile of a closed test', () => {
  it.each([
    [['dev server gone'], true],
    [['[vite] dev: reload'], true],
    [['exited in dev'], true],
    [['unknown device'], false],
    [['developer tools'], false],
    [['mydev'], false],
    [['dev_server'], false],
    [['devünn'], false],
    [['kaputt', 'dev'], false],
    [['DEV'], false],
    [['Failed to fetch dynamically imported module: x'], false],
    [[], false],
  ] as const)('of the exceptions %j it drops by the first only: %s', (messages, dropped) => {
    expect(withoutDevelopment.dropsError(failed(...messages))).toBe(dropped)
  })

  it.each([
    ['http://localhost:3000/stars', true],
    ['http://localhost/', true],
    ['https://hot.example/?von=localhost', false],
    ['https://localhost.hot.example/', false],
    ['/stars', false],
    ['https://hot.example/', false],
    ['http://127.0.0.1/', false],
  ])('of the transactions at %s it drops those of localhost: %s', (url, dropped) => {
    expect(withoutDevelopment.dropsTransaction(at(url))).toBe(dropped)
  })
})
