import fs from 'node:fs'
import path from 'node:path'
import { parsePlainSearch } from '@hot/domain/url/search-param'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { CursorKeys } from './cacheable-search.ts'
import { canonicalAddress } from './cacheable-search.ts'

const routes = path.resolve(import.meta.dirname, '../../web/src/routes')

/** The values that the tested route lists so far; a value added to a route must be added to the table. */
const offered = new Set<string>()
vi.mock(import('@hot/domain/url/search-param'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    choiceParam: (given, choices) => {
      for (const choice of choices) offered.add(choice)
      return actual.choiceParam(given, choices)
    },
  }
})

/** Values that some route accepts, by parameter. */
const samples: Readonly<Record<string, readonly string[]>> = {
  ansicht: ['liste', 'woche', 'monat'],
  anbieter: ['rtl'],
  art: ['stars', 'formate', 'staffeln', 'beitraege', 'termine', 'news', 'mitglieder'],
  buchstabe: ['A', '#'],
  datum: ['2026-11-21'],
  filter: ['ungelesen'],
  format: ['das-sommerhaus'],
  kommentar: ['0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001', 'x'],
  kommentare: ['neu', 'beste'],
  plattform: ['instagram'],
  q: ['Müller', '24', '"24"'],
  sender: ['rtl'],
  sortierung: ['name', 'neu', 'aktiv', 'heiss', 'top', 'teilnehmende', 'staffeln', 'score', 'posts', 'sendungen'],
  tag: ['0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001'],
  typ: ['geruecht', 'umfrage', 'diskussion'],
  zeitraum: ['30', 'gesamt', '7'],
}
const keySamples: Readonly<Record<CursorKeys[number], string>> = {
  integer: '7',
  bigint: '5000000000',
  float: '12.5',
  instant: '2026-11-28 20:15:00.123456+00',
  day: '2026-11-28',
  uuid: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001',
  text: 'müller',
}
const cursor = (...keys: CursorKeys) =>
  Buffer.from(JSON.stringify(keys.map((key) => keySamples[key]))).toString('base64url')
/** One of each kind of list. */
const cursors = [
  cursor('integer'),
  cursor('instant', 'uuid'),
  cursor('text', 'uuid'),
  cursor('float', 'uuid'),
  cursor('integer', 'text', 'uuid'),
  cursor('integer', 'instant', 'uuid'),
  cursor('bigint', 'uuid', 'integer'),
  cursor('text', 'integer', 'uuid'),
  cursor('day', 'integer', 'uuid'),
  cursor('integer', 'integer', 'text', 'uuid'),
]
/** What no list reads: of none, of other bytes, of an object, of too many keys, of values that no key has, too long. */
const junk = [
  'x',
  '1',
  'W10',
  'WyI',
  `${cursor('instant', 'uuid')}=`,
  Buffer.from('["\\u0000"]').toString('base64url'),
  Buffer.from('{"a":1}').toString('base64url'),
  Buffer.from('["a","b","c","d","e"]').toString('base64url'),
  Buffer.from('["2026-99-99 00:00:00+00","0b9fbd3e"]').toString('base64url'),
  Buffer.from('["9999999999"]').toString('base64url'),
  Buffer.from('["", "x"]').toString('base64url'),
  Buffer.from('["","",""]').toString('base64url'),
  Buffer.from(JSON.stringify(['1', 'x'.repeat(600), keySamples.uuid])).toString('base64url'),
]

const segments: Readonly<Record<string, string>> = { $kind: 'geruechte', $year: '2026', $month: '11', $day: '21' }

/** A path that the route matches: `stars.$starSlug.tsx` → `/stars/x`. */
function addressOf(file: string): string {
  const parts = file.replace(/\.tsx$/, '').split('.')
  const shown = parts.filter((part) => part !== 'index').map((part) => segments[part] ?? part.replace(/^\$.*/, 'x'))
  return `/${shown.join('/')}`
}

const inventedFilters = path.join(routes, '../app/start/invented-filters.ts')
type Invented = { hasInventedFilter: (search: Record<string, unknown>, client: QueryClient) => boolean }

type Validate = (search: Record<string, unknown>) => Record<string, unknown>

type Options = { validateSearch: Validate; loaderDeps?: (given: { search: Record<string, unknown> }) => unknown }

async function optionsOf(file: string): Promise<Options> {
  const { Route } = (await import(path.join(routes, file))) as { Route: { options: Options } }
  return Route.options
}

const validateOf = async (file: string): Promise<Validate> => (await optionsOf(file)).validateSearch

const files = fs.readdirSync(routes).filter((file) => file.endsWith('.tsx'))
const validating = files.filter((file) => fs.readFileSync(path.join(routes, file), 'utf8').includes('validateSearch'))

/** Routes without search parameters; a layout has the path of its index. */
const plain = files.filter((file) => !validating.some((other) => addressOf(other) === addressOf(file)))

it.each(plain)('the table lists no parameter for %s', (file) => {
  const address = addressOf(file)
  for (const [name, values] of Object.entries(samples))
    for (const value of values)
      expect(canonicalAddress(address, new URLSearchParams([[name, value]])).href, name).toBe(address)
})

describe.each(validating)('the table of cacheable parameters and %s', (file) => {
  const address = addressOf(file)
  const kept = (name: string, value: string) => canonicalAddress(address, new URLSearchParams([[name, value]])).href

  it('know the same parameters', async () => {
    const validate = await validateOf(file)
    const survives = (search: Record<string, unknown>, name: string) => validate(search)[name] !== undefined
    const known = (test: (name: string, value: string) => boolean) =>
      Object.entries(samples).flatMap(([name, values]) => (values.some((value) => test(name, value)) ? [name] : []))
    const byTable = known((name, value) => kept(name, value) !== address)
    const byRoute = known((name, value) => survives(parsePlainSearch(`?${name}=${encodeURIComponent(value)}`), name))
    expect(byTable).toEqual(byRoute)
  })

  it('read every value alike', async () => {
    const validate = await validateOf(file)
    offered.clear()
    validate({})
    for (const [name, values] of Object.entries(samples))
      for (const value of [...values, ...offered]) {
        const direct = validate(parsePlainSearch(`?${name}=${encodeURIComponent(value)}`))
        const canonical = validate(parsePlainSearch(kept(name, value).slice(address.length)))
        expect({ [name]: value, read: canonical }).toEqual({ [name]: value, read: direct })
      }
  })

  it('load the same in any order, and whatever else is in the address', async () => {
    const { validateSearch, loaderDeps } = await optionsOf(file)
    const given = Object.entries(samples).map(([name, [value]]) => [name, value] as const)
    // The router passes everything in the address, with what is valid in place of its raw value.
    const loads = (all: typeof given) => {
      const search = Object.fromEntries(all)
      return JSON.stringify(loaderDeps?.({ search: { ...search, ...validateSearch(search) } }))
    }
    expect(loads([['utm_source', 'brief'], ...given.toReversed()])).toBe(loads(given))
  })

  it('have a later page for cursors that the list reads, and the first for all others', async () => {
    const validate = await validateOf(file)
    const pages = cursors.some((nach) => validate({ nach }).nach !== undefined)
    const given = Object.entries(samples).flatMap(([name, values]) => values.map((value) => [name, value] as const))
    // With one parameter more, and with all: a list may need the words of a search and a kind.
    const contexts = [[], ...given.map((one) => [one]), ...given.map((one) => [one, ['q', 'Müller'] as const])]
    const lists = contexts.map((context) => {
      const first = canonicalAddress(address, new URLSearchParams([...context.map((one) => [...one])]))
      const later = cursors.filter((nach) => {
        const { href, stored } = canonicalAddress(
          address,
          new URLSearchParams([...context.map((one) => [...one]), ['nach', nach]]),
        )
        if (href === first.href) return false
        expect({ href, stored }).toEqual({ href: expect.stringContaining(`nach=${nach}`), stored: false })
        return true
      })
      for (const nach of junk)
        expect(
          canonicalAddress(address, new URLSearchParams([...context.map((one) => [...one]), ['nach', nach]])),
          nach,
        ).toEqual(first)
      return later.length
    })
    expect(Math.max(...lists) > 0).toBe(pages)
  })

  it('do not cache a page filtered by an entry that does not exist', async () => {
    const { hasInventedFilter } = (await import(inventedFilters)) as Invented
    for (const name of Object.keys(samples))
      for (const value of ['erfunden-1', '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0002']) {
        const { href, stored } = canonicalAddress(address, new URLSearchParams([[name, value]]))
        if (href !== address && stored) expect(hasInventedFilter({ [name]: value }, new QueryClient()), name).toBe(true)
      }
  })

  it('have no parameter without a sample in this test', async () => {
    const validate = await validateOf(file)
    const asked = new Set<string>()
    validate(new Proxy({}, { get: (_, name) => void (typeof name === 'string' && asked.add(name)) }))
    expect(['nach', ...Object.keys(samples)]).toEqual(expect.arrayContaining([...asked]))
  })
})
