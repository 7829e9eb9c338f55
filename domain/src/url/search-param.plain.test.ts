import { describe, expect, it } from 'vitest'
import { parsePlainSearch, stringifyPlainSearch } from './search-param.ts'

describe('plain search parameters', () => {
  it.each([
    ['', {}],
    ['?q=123', { q: '123' }],
    ['q=true', { q: 'true' }],
    ['?q=%22a%22', { q: '"a"' }],
    ['?q={"a":1}', { q: '{"a":1}' }],
    ['?q=M%C3%BCller+%26+Co', { q: 'Müller & Co' }],
    ['?q=a&q=b', { q: 'a' }],
    ['?q=%E0%A4%A', { q: '\uFFFD%A' }],
  ])('%s is read as text', (text, search) => expect(parsePlainSearch(text)).toEqual(search))

  it('treats names of prototype properties as ordinary names', () => {
    const search = parsePlainSearch('?__proto__=x&constructor=y')
    expect(Object.keys(search)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
  })

  it('omits absent values', () => {
    expect(stringifyPlainSearch({ q: undefined, tag: null, sort: 'neu' })).toBe('?sort=neu')
    expect(stringifyPlainSearch({ q: undefined })).toBe('')
  })

  it.each(['?q=123', '?q=%22a%22+b', '?buchstabe=%23', '?datum=2026-03-29&ansicht=woche'])(
    'writes %s as it was',
    (text) => expect(stringifyPlainSearch(parsePlainSearch(text))).toBe(text),
  )
})
