import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { type BackendWatch, reasonOf } from '../backend/backend-watch.ts'
import { changesPages } from '../pages/purge-on-write.ts'
import { causeLine, oneLine, type RequestLog } from './request-log.ts'

type Env = { Bindings: HttpBindings }
export type GatewayFetch = (request: Request, caller: { remoteAddress: string }) => Promise<Response>

export type GatewayOptions = {
  fetch: GatewayFetch
  requests: RequestLog
  watch: BackendWatch
  /** Called after a write that changes what guests see. */
  onPageChange: () => void
}

const away = (c: Context) =>
  c.json(
    { code: 'HOT_AWAY', message: 'Die Datenbank ist gerade nicht erreichbar. Versuch es gleich noch einmal.' },
    503,
    {
      'retry-after': '5',
    },
  )

/** Hands `/rest/v1`, `/auth/v1` and `/storage/v1` to the local backend, with the socket's address, from which it works out who calls. */
export function gatewayRoute({ fetch, requests, watch, onPageChange }: GatewayOptions): Handler<Env> {
  return async (c) => {
    const { incoming, outgoing } = c.env
    // The native shells call from another origin and must be able to read our own errors, too.
    outgoing.setHeader('access-control-allow-origin', '*')
    const remoteAddress = incoming.socket.remoteAddress ?? ''
    let response: Response
    try {
      response = await fetch(c.req.raw, { remoteAddress })
    } catch (error) {
      requests.note(incoming, causeLine(error))
      return c.json({ message: 'Ein unbekannter Fehler ist aufgetreten' }, 500)
    }
    if (response.ok && changesPages(c.req.method, c.req.path)) onPageChange()
    if (response.status < 500) return response
    const reason = oneLine(await reasonOf(response))
    if (response.status < 502) {
      requests.note(incoming, reason)
      return response
    }
    watch.noteOutage(reason)
    requests.hush(incoming)
    return away(c)
  }
}
