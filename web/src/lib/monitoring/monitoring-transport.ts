import { makeFetchTransport } from '@sentry/react'

type MakeTransport = typeof makeFetchTransport
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0]

/** What stands in an envelope's items, the only kind that may leave without full consent. */
const plainError = 'event'

type Item = readonly [head: { type: string }, body: unknown]

/** Addresses in the text of a replay (rrweb writes them as JSON) without their queries. */
const withoutQueries = ([head, body]: Item): Item =>
  head.type === 'replay_recording' && typeof body === 'string'
    ? [head, body.replace(/("(?:rr_)?href":"[^"?#\\]*)[?#](?:[^"\\]|\\.)*"/g, '$1"')]
    : [head, body]

/** The envelope with what may leave: all of it with full consent, else the error reports alone; null when nothing is left. */
export function permitted(envelope: Envelope, allowed: boolean): Envelope | null {
  const [head, items] = envelope as readonly [Envelope[0], readonly Item[]]
  const left = items.filter(([{ type }]) => allowed || type === plainError).map(withoutQueries)
  return left.length > 0 ? ([head, left] as unknown as Envelope) : null
}

/** Sends by `fetch`. The one place that everything passes: what consent forbids ends here, whichever part made it. */
export const consentingTransport =
  (allowed: () => boolean, make: MakeTransport = makeFetchTransport): MakeTransport =>
  (options) => {
    const { send, flush } = make(options)
    return {
      flush,
      send: (envelope) => {
        const left = permitted(envelope, allowed())
        return left ? send(left) : Promise.resolve({})
      },
    }
  }
