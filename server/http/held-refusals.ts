import type { HttpBindings } from '@hono/node-server'
import { networkSlots } from '@hot/embedded/gateway/network-slots'
import type { AddressOf } from './client-address.ts'

/** With Retry-After: refused by a limit, or because too much is waiting. */
const isRefusal = ({ status, headers }: Response) => (status === 429 || status === 503) && headers.has('retry-after')

/** Long enough that a client which repeats at once gets four refusals a second on a connection instead of hundreds. */
const heldMs = 250
/** What a network behind one address opens at most when all its readers are refused; 500 held answers are some 20 MB. */
const held = { perNetwork: 100, all: 500 }

type Answer = (request: Request, env: HttpBindings) => Response | Promise<Response>

/**
 * Delays refusals, so that a client which repeats refused requests slows itself down and not others. Beyond the limits they
 * are sent at once and close the connection.
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
