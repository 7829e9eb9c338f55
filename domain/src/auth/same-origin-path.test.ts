import { describe, expect, it, test } from 'vitest'
import { safeRedirect } from './same-origin-path.ts'

describe('safeRedirect', () => {
  test.each([
    '/',
    '/stars/mandy-pfefferkorn-a1b2',
    '/kalender?ansicht=woche&tag=2026-11-21#heute',
    '/trashtalk/geruechte?tag=a%2Fb',
    '/?next=https://evil.example',
    '/user/anna%20b',
  ])('keeps %s', (target) => expect(safeRedirect(target)).toBe(target))

  it('resolves dots and encodes what needs it', () => {
    expect(safeRedirect('/a/../b')).toBe('/b')
    expect(safeRedirect('/suche?q=ä ö')).toBe('/suche?q=%C3%A4%20%C3%B6')
  })

  const hostile: unknown[] = [
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\u0000/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/%2F/evil.example',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0D%0Aevil.example',
    'https://evil.example',
    'HTTPS://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'evil.example',
    '@evil.example',
    '.evil.example',
    '?next=//evil.example',
    '#x',
    '',
    `/${'a'.repeat(2001)}`,
    null,
    undefined,
    42,
    ['/stars'],
    { toString: () => '/stars' },
  ]
  test.each(hostile.map((target) => [target]))('refuses %j', (target) => expect(safeRedirect(target)).toBe('/'))

  it('never leaves the origin, however a browser resolves the answer', () => {
    const more = [
      '/@evil.example',
      '/:80',
      '/a//evil.example',
      '/;//evil.example',
      '/％2Fevil.example',
      '/。/evil',
      '/／evil',
    ]
    for (const target of [...hostile, ...more]) {
      expect(new URL(safeRedirect(target), 'https://hot.example').origin).toBe('https://hot.example')
    }
  })
})
