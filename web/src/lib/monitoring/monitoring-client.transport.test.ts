import { expect, test } from 'vitest'
import { consentingTransport, permitted } from './monitoring-client.ts'

type Envelope = Parameters<typeof permitted>[0]
const envelope = (...types: string[]) => [{ event_id: 'a' }, types.map((type) => [{ type }, {}])] as unknown as Envelope
const typesOf = (left: Envelope | null) =>
  (left?.[1] as unknown as [{ type: string }][] | undefined)?.map(([{ type }]) => type) ?? null

const everything = ['event', 'transaction', 'session', 'replay_event', 'replay_recording', 'span', 'client_report']

test.each(everything)('%s: sent with full consent, without it only if it is an error', (type) => {
  expect(typesOf(permitted(envelope(type), true))).toEqual([type])
  expect(typesOf(permitted(envelope(type), false))).toEqual(type === 'event' ? ['event'] : null)
})

test('of a mixed envelope only the error is sent', () => {
  expect(typesOf(permitted(envelope(...everything), false))).toEqual(['event'])
})

test('a replay has no queries in its URLs', () => {
  const events = JSON.stringify([
    { type: 4, data: { href: 'https://hot.example/stars?q=geheim#x', width: 390 } },
    { type: 2, data: { node: { attributes: { href: '/suche?q=geheim "zitat"', class: 'a' } } } },
  ])
  const recorded = [{}, [[{ type: 'replay_recording' }, `{"segment_id":0}\n${events}`]]] as unknown as Envelope
  const left = permitted(recorded, true) as unknown as [object, [object, string][]]
  const text = left[1][0]?.[1] ?? ''
  expect(text).not.toContain('geheim')
  expect(JSON.parse(text.split('\n')[1] ?? '')).toMatchObject([
    { data: { href: 'https://hot.example/stars', width: 390 } },
    { data: { node: { attributes: { href: '/suche', class: 'a' } } } },
  ])
})

test('the transport checks consent at each send', async () => {
  const sent: unknown[] = []
  let allowed = true
  const make = consentingTransport(
    () => allowed,
    () => ({ flush: async () => true, send: async (one) => ({ statusCode: sent.push(typesOf(one)) }) }),
  )
  const { send } = make({ url: 'https://errors.example', recordDroppedEvent: () => {} })
  await send(envelope('replay_event'))
  allowed = false
  await send(envelope('replay_event'))
  await send(envelope('event'))
  expect(sent).toEqual([['replay_event'], ['event']])
})
