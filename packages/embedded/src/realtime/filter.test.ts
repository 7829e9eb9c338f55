import { describe, expect, test } from 'vitest'
import { comparisonOf, filterTest, parseFilter } from './filter.ts'

/** https://supabase.com/docs/guides/realtime/postgres-changes#available-filters, and how realtime-js writes values. */
describe('A filter', () => {
  test.each([
    ['id=eq.1', { column: 'id', operator: 'eq', values: ['1'] }],
    ['name=eq.a=b.c', { column: 'name', operator: 'eq', values: ['a=b.c'] }],
    ['name=eq.', { column: 'name', operator: 'eq', values: [''] }],
    ['name=eq."a,b"', { column: 'name', operator: 'eq', values: ['a,b'] }],
    ['name=in.(a, b,"c,d","e\\"f")', { column: 'name', operator: 'in', values: ['a', 'b', 'c,d', 'e"f'] }],
    ['id=in.(1)', { column: 'id', operator: 'in', values: ['1'] }],
  ])('reads %s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter)
  })

  test.each(['', 'id', 'id=1', 'id=eq', '=eq.1', 'id=like.a', 'id=not.eq.1', 'id=in.1', 'id=in.()', 'id=in.(a"b,c)'])(
    'is not read from %s',
    (text) => {
      expect(parseFilter(text)).toBeUndefined()
    },
  )

  test(`takes at most a hundred values of 'in', as Supabase does`, () => {
    const list = (length: number) => `id=in.(${Array.from({ length }, (_, at) => at).join(',')})`
    expect(parseFilter(list(100))?.values).toHaveLength(100)
    expect(parseFilter(list(101))).toBeUndefined()
  })

  test.each([
    ['int8', 'a=eq.9007199254740993', '9007199254740993', true],
    ['int8', 'a=eq.9007199254740993', '9007199254740992', false],
    ['int4', 'a=lt.10', '9', true],
    ['numeric', 'a=eq.1.50', '1.5', true],
    ['numeric', 'a=gt.-1', '-0.5', true],
    ['uuid', 'a=eq.ABCDEF00-0000-0000-0000-000000000000', 'abcdef00-0000-0000-0000-000000000000', true],
    ['bool', 'a=eq.TRUE', 'true', true],
    ['text', 'a=neq.x', 'y', true],
    ['text', 'a=eq.X', 'x', false],
    ['timestamptz', 'a=gte.2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', true],
    ['timestamptz', 'a=lt.2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', false],
    ['date', 'a=gt.2025-12-31', '2026-01-01', true],
  ])('on %s: %s, %s is %s', (type, text, value, passes) => {
    const filter = parseFilter(text)
    expect(filter && filterTest(filter, comparisonOf(type, false), type)?.(value)).toBe(passes)
  })

  test.each(['eq', 'neq', 'lt', 'lte', 'gt', 'gte'])('%s lets no null through, as in SQL', (operator) => {
    const filter = parseFilter(`a=${operator}.1`)
    expect(filter && filterTest(filter, 'number', 'int4')?.(null)).toBe(false)
  })

  test.each([
    ['jsonb', 'a=eq.1'],
    ['text', 'a=lt.b'],
    ['int4', 'a=eq.x'],
    ['int4', 'a=eq.'],
    ['timestamptz', 'a=gt.gestern'],
  ])('on %s does not take %s', (type, text) => {
    const filter = parseFilter(text)
    expect(filter && filterTest(filter, comparisonOf(type, false), type)).toBeUndefined()
  })
})
