import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Subscriber } from './listeners.ts'
import type { Column, PublishedTable } from './publication.ts'
import { Subscriptions } from './subscriptions.ts'

const column = (name: string, type: string, comparison: Column['comparison']): Column => {
  return { name, type, sqlType: type, comparison, readers: ['authenticated'] }
}
const id = column('id', 'int8', 'number')
const columns = [
  id,
  column('room', 'uuid', 'text'),
  column('price', 'numeric', 'number'),
  column('at', 'timestamptz', 'instant'),
]
const table: PublishedTable = { schema: 'public', name: 'notes', sql: '"public"."notes"', key: [id], columns, open: [] }

const subscriber = (): Subscriber => ({
  caller: { role: 'authenticated', claims: '{}', sub: 'a' },
  delivered: { add: () => {}, take: () => false },
  change: () => {},
  missed: () => {},
})

/** Few values, each in several spellings, so that filters and rows often meet. */
const values: Readonly<Record<string, readonly string[]>> = {
  id: ['1', '01', '1.0', '2', '9007199254740993', '9007199254740992'],
  room: [
    'aaaaaaaa-0000-4000-8000-000000000001',
    'AAAAAAAA-0000-4000-8000-000000000001',
    'bbbbbbbb-0000-4000-8000-000000000001',
  ],
  price: ['0', '-0', '1', '1.00', '1.5', 'NaN'],
  at: ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-01-02T00:00:00Z'],
}
const someValue = (name: string) => fc.constantFrom(...(values[name] ?? []))
const condition = fc
  .constantFrom(...Object.keys(values))
  .chain((name) =>
    fc.tuple(fc.constantFrom('eq', 'eq', 'not.eq', 'neq', 'gt'), someValue(name)).map((rest) => [name, ...rest]),
  )
  .filter(([name, operator]) => name !== 'room' || operator !== 'gt')
  .map(([name, operator, value]) => `${name}=${operator}.${value}`)
const filter = fc.array(condition, { maxLength: 3 }).map((all) => all.join(','))
const row = fc.record(Object.fromEntries(Object.keys(values).map((name) => [name, fc.option(someValue(name))])))

test('whoever is found by the value of a row are all whose filter it meets', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(filter, fc.boolean()), { maxLength: 12 }), row, (filters, given) => {
      const subscriptions = new Subscriptions([table])
      const listeners = subscriptions.of(table)
      const added = filters.map(([text], at) =>
        subscriptions.add(subscriber(), [
          { id: at + 1, event: '*', schema: 'public', table: 'notes', filter: text || null },
        ]),
      )
      // Some leave again: nobody is found who is gone.
      for (const [at, [, leaves]] of filters.entries()) {
        const one = added[at]
        if (leaves && one && 'remove' in one) one.remove()
      }
      const read = new Map(Object.entries(given))
      const meets = ({
        binding,
      }: {
        binding: { filters: readonly { column: string; test: (value: string | null) => boolean }[] }
      }) => binding.filters.every(({ column: name, test: passes }) => passes(read.get(name) ?? null))
      const idsOf = (all: Iterable<{ binding: { id: number; filters: never[] } }>) =>
        [...all]
          .filter(meets)
          .map(({ binding }) => binding.id)
          .sort()
      const near = [...listeners.near(read)]
      expect(idsOf(near as never)).toEqual(idsOf(listeners.all as never))
      expect(new Set(near).size).toBe(near.length)
    }),
    { numRuns: 500 },
  )
})

test('of many who want other values a row finds only its own', () => {
  const subscriptions = new Subscriptions([table])
  const listeners = subscriptions.of(table)
  for (let n = 1; n <= 1_000; n++)
    subscriptions.add(subscriber(), [
      { id: n, event: 'INSERT', schema: 'public', table: 'notes', filter: `id=eq.${n},price=gt.0` },
    ])
  expect([...listeners.near(new Map([['id', '7']]))].map(({ binding }) => binding.id)).toEqual([7])
  expect(listeners.columns).toEqual(['id', 'price'])
  expect([listeners.want('INSERT'), listeners.want('UPDATE')]).toEqual([true, false])
})
