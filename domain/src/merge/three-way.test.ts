import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textDifference } from './text-difference.ts'
import { isSameValue, mergeFields, mergeLists } from './three-way.ts'

const base = { name: 'Insel', description: 'Alt', active: true, tags: [{ id: 'a', name: 'Anna' }] }

describe('two edits of the same fields', () => {
  test.each([
    ['nobody changed anything', {}, {}, {}, [], []],
    ['only I did', { name: 'Insel 2' }, {}, { name: 'Insel 2' }, [], []],
    ['only they did', {}, { active: false }, { active: false }, [], ['active']],
    ['each another field', { name: 'Neu' }, { tags: [] }, { name: 'Neu', tags: [] }, [], ['tags']],
    ['both the same way', { name: 'Neu' }, { name: 'Neu' }, { name: 'Neu' }, [], []],
    ['both one field', { name: 'Meins' }, { name: 'Ihres' }, { name: 'Meins' }, ['name'], []],
    [
      'I emptied what they wrote on',
      { description: '' },
      { description: 'Alt, neu' },
      { description: '' },
      ['description'],
      [],
    ],
  ])('%s', (_, mine, theirs, merged, both, taken) => {
    expect(mergeFields(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({
      merged: { ...base, ...merged },
      both,
      taken,
    })
  })

  const value = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.boolean(),
    fc.array(fc.record({ id: fc.string({ maxLength: 2 }) })),
  )
  const record = fc.record({ a: value, b: value, c: value, d: value })
  const edit = fc.record({ a: value, b: value, c: value, d: value }, { requiredKeys: [] })

  test('without overlap are both applied, and none is asked about', () => {
    fc.assert(
      fc.property(record, edit, edit, (was, mine, given) => {
        const theirs = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in mine)))
        const { merged, both } = mergeFields(was, { ...was, ...mine }, { ...was, ...theirs })
        expect(merged).toEqual({ ...was, ...mine, ...theirs })
        expect(both).toEqual([])
      }),
    )
  })

  test('lose nothing of mine, and nothing of theirs unasked', () => {
    fc.assert(
      fc.property(record, edit, edit, (was, ours, others) => {
        const [mine, theirs] = [
          { ...was, ...ours },
          { ...was, ...others },
        ]
        const { merged, both } = mergeFields(was, mine, theirs)
        for (const name of ['a', 'b', 'c', 'd'] as const) {
          if (!isSameValue(was[name], mine[name])) expect(merged[name]).toEqual(mine[name])
          const isLost = !isSameValue(was[name], theirs[name]) && !isSameValue(merged[name], theirs[name])
          expect(both.includes(name)).toBe(isLost)
        }
      }),
    )
  })
})

describe('two edits of a list', () => {
  const cast = (...ids: string[]) => ids.map((id) => ({ id, place: '' }))
  const placed = (list: { id: string; place: string }[], id: string, place: string) =>
    list.map((item) => (item.id === id ? { ...item, place } : item))

  test.each([
    ['both added somebody else', cast('a', 'b', 'x'), cast('a', 'b', 'y'), ['a', 'b', 'x', 'y']],
    ['I removed whom they left', cast('b'), cast('a', 'b', 'y'), ['b', 'y']],
    ['I moved, they added', cast('b', 'a'), cast('a', 'b', 'y'), ['b', 'a', 'y']],
    ['they moved, I added', cast('a', 'b', 'x'), cast('b', 'a'), ['b', 'a', 'x']],
  ])('%s', (_, mine, theirs, ids) => {
    expect(
      mergeLists(cast('a', 'b'), mine, theirs)
        ?.map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort())
    const kept = mergeLists(cast('a', 'b'), mine, theirs)?.filter(({ id }) => ['a', 'b'].includes(id))
    expect(kept?.map(({ id }) => id)).toEqual(ids.filter((id) => ['a', 'b'].includes(id)))
  })

  test('keeps what each wrote about another item, and asks when both wrote about one', () => {
    const was = cast('a', 'b')
    expect(mergeLists(was, placed(was, 'a', '1'), placed(was, 'b', '2'))).toEqual([
      { id: 'a', place: '1' },
      { id: 'b', place: '2' },
    ])
    expect(mergeLists(was, placed(was, 'a', '1'), placed(was, 'a', '2'))).toBeNull()
    expect(mergeLists(was, placed(was, 'a', '1'), cast('b'))).toBeNull()
  })

  test('compares only what is stored of an item: that a star was renamed is no change of the cast', () => {
    const named = (place: string, name: string) => [{ id: 'a', place, name }]
    const stored = ({ id, place }: { id: string; place: string }) => ({ id, place })
    expect(mergeLists(named('', 'Anna'), named('1', 'Anna'), named('', 'Anna B.'), stored)).toEqual(named('1', 'Anna'))
  })

  test('asks when both moved', () => {
    expect(mergeLists(cast('a', 'b', 'c'), cast('b', 'a', 'c'), cast('a', 'c', 'b'))).toBeNull()
  })
})

describe('the difference of two texts', () => {
  test('is what lies between their common words', () => {
    expect(textDifference('Die Insel am See ist schön', 'Die Insel im Meer ist schön')).toEqual({
      before: 'Die Insel ',
      changed: 'am See',
      after: ' ist schön',
    })
  })

  test('put together again is the text', () => {
    const words = fc.array(fc.constantFrom('a', 'b', ' ', '\n')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(words, words, (text, other) => {
        const { before, changed, after } = textDifference(text, other)
        expect(before + changed + after).toBe(text)
        expect(other.startsWith(before) && other.endsWith(after)).toBe(true)
      }),
    )
  })
})
