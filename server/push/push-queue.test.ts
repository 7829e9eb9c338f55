import { expect, test } from 'vitest'
import { examplePush } from '../../tests/support/server/example-push.ts'
import type { PushKind, PushOutcome, SendPush, WaitingPush } from './push-message.ts'
import { drainPushes, PUSHES_AT_ONCE, type PushQueue, settlement } from './push-queue.ts'

const device = (token: string) => ({ kind: 'web' as const, token, p256dh: null, auth: null })

/** A queue that returns one of these lists for each claim. */
function queueOf(...claims: WaitingPush[][]) {
  const settled: [number, PushOutcome][] = []
  const asked: (readonly PushKind[])[] = []
  const queue: PushQueue = {
    claim: async (kinds) => {
      asked.push(kinds)
      return claims.shift() ?? []
    },
    settle: async ({ id }, outcome) => void settled.push([id, outcome]),
  }
  return { queue, settled, asked }
}

test('a push that fails blocks no other, and the log has neither token nor text', async () => {
  const waiting = ['down', 'fine', 'dead', 'refused'].map((token, i) => examplePush({}, device(token), i + 1))
  const { queue, settled, asked } = queueOf(waiting)
  const lines: string[] = []
  const send: SendPush = async (_, { token }) => {
    if (token === 'down') throw Object.assign(new Error('connect to down failed'), { code: 'ECONNREFUSED' })
    if (token === 'dead') return { kind: 'gone', problem: '410' }
    return token === 'fine' ? { kind: 'sent' } : { kind: 'refused', problem: '413' }
  }
  expect(await drainPushes(queue, { send: { web: send }, close: () => {} }, (line) => lines.push(line))).toBe(1)
  expect(settled).toEqual([
    [1, { kind: 'later', problem: 'ECONNREFUSED', waitSeconds: 0 }],
    [2, { kind: 'sent' }],
    [3, { kind: 'gone', problem: '410' }],
    [4, { kind: 'refused', problem: '413' }],
  ])
  expect(asked).toEqual([['web']])
  expect(lines).toEqual(['Push 1 (web) kam nicht an: ECONNREFUSED', 'Push 4 (web) kam nicht an: 413'])
})

test('a full queue is claimed from again at once', async () => {
  const full = Array.from({ length: PUSHES_AT_ONCE }, (_, i) => examplePush({}, device('x'), i))
  const { queue, settled } = queueOf(full, [examplePush({}, device('x'), 99)])
  const send: SendPush = async () => ({ kind: 'sent' })
  expect(await drainPushes(queue, { send: { web: send }, close: () => {} }, () => {})).toBe(PUSHES_AT_ONCE + 1)
  expect(settled).toHaveLength(PUSHES_AT_ONCE + 1)
})

test('the database gets the token only of a dead device, and the wait only of a retried push', () => {
  const push = examplePush({}, device('geheim'))
  expect(settlement(push, { kind: 'sent' })).toEqual({ outcome: 'sent', problem: null, token: null, wait: 0 })
  expect(settlement(push, { kind: 'gone', problem: '410' })).toMatchObject({ outcome: 'gone', token: 'geheim' })
  expect(settlement(push, { kind: 'later', problem: '429', waitSeconds: 30 })).toMatchObject({ token: null, wait: 30 })
})
