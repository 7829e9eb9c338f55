import { describe, expect, test } from 'vitest'
import { comparisonOf, filterTest, parseFilters } from './filter.ts'

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
    expect(parseFilters(text)).toEqual([{ negated: false, ...filter }])
  })

  test.each(['id', 'id=1', 'id=eq', '=eq.1', 'id=match.a', 'id=not.not.eq.1', 'id=in.1', 'id=in.()', 'id=in.(a"b,c)'])(
    'is not read from %s',
    (text) => {
      expect(parseFilters(text)).toBeUndefined()
      expect(parseFilters(`id=eq.1,${text}`)).toBeUndefined()
    },
  )

  test('has several conditions, of which commas in lists and quotes are part', () => {
    const text = 'id=in.(1,2),name=not.eq."a,b\\",c",name=like.x%'
    expect(parseFilters(text)).toEqual([
      { column: 'id', operator: 'in', negated: false, values: ['1', '2'] },
      { column: 'name', operator: 'eq', negated: true, values: ['a,b",c'] },
      { column: 'name', operator: 'like', negated: false, values: ['x%'] },
    ])
    expect(parseFilters(' ')).toEqual([])
    expect(parseFilters(Array(21).fill('id=eq.1').join())).toBeUndefined()
  })

  test(`takes at most a hundred values of 'in', as Supabase does`, () => {
    const list = (length: number) => `id=in.(${Array.from({ length }, (_, at) => at).join(',')})`
    expect(parseFilters(list(100))?.[0]?.values).toHaveLength(100)
    expect(parseFilters(list(101))).toBeUndefined()
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
    ['text', 'a=like.b%', 'bc', true],
    ['text', 'a=like.b%', 'abc', false],
    ['text', 'a=like.%b%d%', 'abcde', true],
    ['text', 'a=like.%d%b%', 'abcde', false],
    ['text', 'a=like.ab%ab', 'ab', false],
    ['text', 'a=like.ab%ab', 'abab', true],
    ['text', 'a=like._b%_', 'abc', true],
    ['text', 'a=like._b', 'abc', false],
    ['text', 'a=like.50\\%', '50%', true],
    ['text', 'a=like.50\\%', '501', false],
    ['text', 'a=ilike.ÄB%', 'äbc', true],
    ['text', 'a=not.like.b%', 'abc', true],
    ['text', 'a=is.null', 'null', false],
    ['bool', 'a=is.true', 'true', true],
    ['bool', 'a=not.is.true', 'false', true],
    ['int4', 'a=isdistinct.1', '2', true],
    ['int4', 'a=not.in.(1,2)', '3', true],
    ['int4', 'a=not.in.(1,2)', '2', false],
  ])('on %s: %s, %s is %s', (type, text, value, passes) => {
    const filter = parseFilters(text)?.[0]
    expect(filter && filterTest(filter, comparisonOf(type, false), type)?.(value)).toBe(passes)
  })

  test.each(['eq', 'neq', 'lt', 'lte', 'gt', 'gte'])('%s lets no null through, as in SQL', (operator) => {
    const filter = parseFilters(`a=${operator}.1`)?.[0]
    expect(filter && filterTest(filter, 'number', 'int4')?.(null)).toBe(false)
  })

  test.each([
    ['is.null', true],
    ['not.is.null', false],
    ['isdistinct.1', true],
    ['not.isdistinct.1', false],
    ['not.eq.1', false],
    ['not.in.(1)', false],
  ])('%s on null is %s, as in SQL', (condition, passes) => {
    const filter = parseFilters(`a=${condition}`)?.[0]
    expect(filter && filterTest(filter, 'number', 'int4')?.(null)).toBe(passes)
  })

  test.each([
    ['jsonb', 'a=eq.1'],
    ['text', 'a=lt.b'],
    ['int4', 'a=like.1'],
    ['int4', 'a=is.true'],
    ['text', 'a=is.nichts'],
    ['text', 'a=like.%_%'],
    ['text', 'a=like.a\\'],
    ['int4', 'a=eq.x'],
    ['int4', 'a=eq.'],
    ['timestamptz', 'a=gt.gestern'],
  ])('on %s does not take %s', (type, text) => {
    const filter = parseFilters(text)?.[0]
    expect(filter && filterTest(filter, comparisonOf(type, false), type)).toBeUndefined()
  })
})
