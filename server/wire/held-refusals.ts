import type { HttpBindings } from '@hono/node-server'
import { networkSlots } from '@hot/embedded/wire/network-slots'
import type { AddressOf } from './client-address.ts'

/** 429 or 503 with Retry-After: refused by a limit, or because a queue is full. */
const isRefusal = ({ status, headers }: Response) => (status === 429 || status === 503) && headers.has('retry-after')

/** A client that retries without a pause gets six refusals a second on one connection instead of hundreds. */
const heldMs = 150
/** Most refusals held at once. 100 is what the readers behind one address cause together; 500 take some 20 MB. */
const held = { perNetwork: 100, all: 500 }

type Answer = (request: Request, env: HttpBindings) => Response | Promise<Response>

/**
 * Delays refusals, so that a client which retries refused requests slows down itself and not others. Beyond the limits
 * they are sent at once and the connection is closed.
 */
export function holdRefusals(answer: Answer, addressOf: AddressOf, ms = heldMs, limits = held): Answer {
  const take = networkSlots(limits)
  const hold = async (response: Response, request: Request, env: HttpBindings): Promise<Response> => {
    const release = take(addressOf(request, env))
    if (!release) {
      env.outgoing.setHeader('connection', 'close')
      return response
    }
    await new Promise((resolve) => setTimeout(resolve, ms))
    release()
    return response
  }
  const settle = (response: Response, request: Request, env: HttpBindings) =>
    isRefusal(response) ? hold(response, request, env) : response

  return (request, env) => {
    const response = answer(request, env)
    return response instanceof Promise
      ? response.then((settled) => settle(settled, request, env))
      : settle(response, request, env)
  }
}
