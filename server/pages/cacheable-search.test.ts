import { describe, expect, it } from 'vitest'
import { canonicalAddress } from './cacheable-search.ts'

const canonical = (target: string) => {
  const [path = '', query = ''] = target.split('?')
  return canonicalAddress(path, new URLSearchParams(query), '2026-07-01')
}

/** `["7","müller","0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001"]`, and the keys of a list by time. */
const nach = 'WyI3IiwibcO8bGxlciIsIjBiOWZiZDNlLTlmMGMtNGMzOS04ZDBhLTNiOGQ2YTNiMDAwMSJd'
const since = 'WyIyMDI2LTExLTI4IDIwOjE1OjAwKzAwIiwiMGI5ZmJkM2UtOWYwYy00YzM5LThkMGEtM2I4ZDZhM2IwMDAxIl0'

describe('canonicalAddress', () => {
  it.each([
    ['/stars', '/stars'],
    ['/stars?sortierung=name', '/stars?sortierung=name'],
    ['/stars?buchstabe=%23&sortierung=neu', '/stars?sortierung=neu&buchstabe=%23'],
    ['/kalender?datum=2026-03-29&ansicht=woche', '/kalender?ansicht=woche&datum=2026-03-29'],
    ['/trashtalk?sortierung=aktiv&utm_source=x', '/trashtalk?sortierung=aktiv'],
    ['/trashtalk/geruechte?zeitraum=30&sortierung=top', '/trashtalk/geruechte?sortierung=top&zeitraum=30'],
    ['/charts/community/karma-champs?zeitraum=gesamt', '/charts/community/karma-champs?zeitraum=gesamt'],
  ])('keeps and sorts parameters that change the page: %s', (target, href) => {
    expect(canonical(target)).toEqual({ href, stored: true })
  })

  it.each([
    '/stars?utm_source=x&fbclid=y',
    '/stars?sortierung=evil',
    '/stars?sortierung=hot',
    '/stars?sortierung=%22name%22',
    '/stars?buchstabe=AA',
    '/stars?__proto__=x&constructor=y',
    '/stars?sortierung[]=name',
    '/stars?datum=2026-01-01',
    `/stars?x=${'y'.repeat(5_000)}`,
    '/stars?sortierung=<script>',
    '/stars?q=',
    '/stars?q=%00',
  ])('drops other parameters: %s', (target) => {
    expect(canonical(target)).toEqual({ href: '/stars', stored: true })
  })

  it.each(['2026-02-30', '2026-13-01', '0000-00-00', '99999-01-01', '2026-1-1', 'morgen'])(
    'drops the impossible date %s',
    (day) => expect(canonical(`/kalender?datum=${day}`).href).toBe('/kalender'),
  )

  it.each([
    ['2027-07-02', true],
    ['2027-07-03', false],
    ['2025-06-30', true],
    ['2025-06-29', false],
    ['1900-01-01', false],
    ['2199-12-31', false],
  ])('renders every day, and stores those of a year around today: %s', (day, stored) => {
    const href = `/kalender?datum=${day}`
    expect(canonical(href)).toEqual({ href, stored })
  })

  it('drops everything where nothing is listed', () => {
    expect(canonical('/stars/mandy?sortierung=name').href).toBe('/stars/mandy')
    expect(canonical('/?q=x').href).toBe('/')
  })

  it('renders free text and cursors without storing them', () => {
    expect(canonical('/stars?q=M%C3%BCller')).toEqual({ href: '/stars?q=M%C3%BCller', stored: false })
    expect(canonical('/stars?q=123')).toEqual({ href: '/stars?q=123', stored: false })
    const later = `/user/rosa/kommentare?nach=${since}`
    expect(canonical(later)).toEqual({ href: later, stored: false })
    expect(canonical(`/stars?nach=${nach}`)).toEqual({ href: `/stars?nach=${nach}`, stored: false })
    expect(canonical(`/stars?q=${'x'.repeat(300)}`)).toEqual({ href: '/stars', stored: true })
  })

  it.each([
    ['/stars?nach=abc', '/stars'],
    [`/stars?sortierung=neu&nach=${nach}`, '/stars?sortierung=neu'],
    [`/stars?nach=${since}`, '/stars'],
    [`/trashtalk?nach=${since}`, '/trashtalk'],
    [`/suche?nach=${nach}`, '/suche'],
  ])('takes a cursor that the list does not read for none: %s', (target, href) => {
    expect(canonical(target)).toEqual({ href, stored: true })
  })

  it('cleans free text of control characters', () => {
    expect(canonical('/stars?q=a%00b%0d%0ac').href).toBe('/stars?q=a+b+c')
  })

  it('takes the first of repeated parameters', () => {
    expect(canonical('/stars?sortierung=name&sortierung=neu').href).toBe('/stars?sortierung=name')
  })

  it('does not change a canonical URL', () => {
    for (const target of [
      '/stars?sortierung=neu&buchstabe=%23',
      '/kalender?ansicht=monat&datum=2026-10-25',
      '/stars?q=%22a%22+b',
    ])
      expect(canonical(canonical(target).href).href).toBe(canonical(target).href)
  })
})
