import { describe, expect, it, test } from 'vitest'
import { parsePostDay, parsePostIdSegment, parsePostSegment, postIdPath, postKinds, postPath } from './address.ts'

describe('postPath', () => {
  test.each([
    ['rumor', '2026-11-21T12:00:00Z', '/trashtalk/geruechte/2026/11/21/titel'],
    ['poll', '2026-11-21T23:30:00Z', '/trashtalk/umfragen/2026/11/22/titel'],
    ['discussion', '2026-07-31T22:00:00+00:00', '/trashtalk/diskussionen/2026/08/01/titel'],
  ] as const)('%s of %s is at %s', (type, created_at, path) =>
    expect(postPath({ type, created_at, slug: 'titel' })).toBe(path),
  )
  it('keeps a hostile slug inside its segment', () => {
    const path = postPath({ type: 'rumor', created_at: '2026-11-21T12:00:00Z', slug: '../../x?y#z' })
    expect(path).toBe('/trashtalk/geruechte/2026/11/21/..%2F..%2Fx%3Fy%23z')
  })
})

describe('segments', () => {
  it('reads back what it wrote', () => {
    for (const { type, list, single } of postKinds) {
      expect(parsePostSegment(list)).toBe(type)
      expect(parsePostIdSegment(single)).toBe(type)
      expect(postIdPath('1', type)).toBe(`/trashtalk/${single}/1`)
    }
  })
  test.each(['geruecht', 'Geruechte', 'gerüchte', 'post', '', '__proto__'])('%j is no list', (segment) =>
    expect(parsePostSegment(segment)).toBeNull(),
  )
  it('has an address that resolves by type', () => expect(postIdPath('1')).toBe('/trashtalk/post/1'))
})

describe('parsePostDay', () => {
  test.each([
    ['2026', '11', '21', '2026-11-21'],
    ['2026', '02', '30', null],
    ['2026', '2', '3', null],
    ['26', '02', '03', null],
    ['2026', '-1', '03', null],
  ])('%s/%s/%s is %s', (year, month, date, day) => expect(parsePostDay(year, month, date)).toBe(day))
})
