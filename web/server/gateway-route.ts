import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type BackendWatch, reasonOf } from './backend-away.ts'
import { changesPages } from './purge-on-write.ts'
import { causeLine, oneLine, type RequestLog } from './request-log.ts'

type Env = { Bindings: HttpBindings }
export type GatewayFetch = (request: Request, caller: { remoteAddress: string }) => Promise<Response>

/** Largest request body, in bytes: above every text of a form, below what would fill the memory. */
const largestBody = { auth: 64 << 10, rest: 2 << 20, storage: 12 << 20 } as const

export type GatewayOptions = {
  fetch: GatewayFetch
  requests: RequestLog
  watch: BackendWatch
  /** Called after a write that changes what guests see. */
  onPageChange: () => void
}

/** The native shells call from another origin; no cookie is involved, so any origin may read what it gets. */
function allowOtherOrigins({ env: { outgoing } }: Context<Env>): void {
  outgoing.setHeader('access-control-allow-origin', '*')
}

const tooLarge = (c: Context) => c.json({ message: 'Das ist zu groß.' }, 413)
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
    const { incoming } = c.env
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
    watch.noteAway(reason)
    requests.hush(incoming)
    return away(c)
  }
}

/** Marks answers for other origins and refuses bodies beyond what the service behind takes. */
export const gatewayLimits = (service: keyof typeof largestBody): Handler<Env> => {
  const limit = bodyLimit({ maxSize: largestBody[service], onError: tooLarge })
  return (c, next) => {
    allowOtherOrigins(c)
    return limit(c, next)
  }
}
