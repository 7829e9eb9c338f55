import { restTables } from '@hot/domain/contract/wire/rest-requests'
import { expect, test } from 'vitest'
import { classify } from './request-classes.ts'

const caller = { role: 'authenticated', sub: 'x', address: '203.0.113.1', inProcess: false }
const of = (method: string, path: string) =>
  classify(new Request(`http://hot.example/rest/v1/${path}`, { method }), caller)
const laneOf = (method: string, path: string) => of(method, path)?.lane ?? Number.NaN

test('comments come before what is read, that before votes, and what is only counted last', () => {
  const lanes = [
    laneOf('POST', 'comments?select=created_at'),
    laneOf('GET', 'rpc/post_page?p_id=1'),
    laneOf('POST', 'rumor_votes?on_conflict=post_id,user_id'),
    laneOf('POST', 'analytics_events'),
  ]
  expect(lanes).toEqual([...new Set(lanes)].toSorted((a, b) => a - b))
})

test.each(Object.keys(restTables).filter((name) => /_votes$|_reactions$|_fans$|_stickers$/.test(name)))(
  '%s is a vote, and goes together with its like',
  (table) => {
    expect(laneOf('POST', table)).toBe(laneOf('POST', 'poll_votes'))
    expect(of('POST', table)?.together).toContain(table)
    expect(of('DELETE', `${table}?user_id=eq.1`)?.together).toBeUndefined()
  },
)
