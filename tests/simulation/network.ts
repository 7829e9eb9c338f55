/** The network between people and the server: requests and answers get lost or arrive twice. */
import type { Random } from '../../server/demo/demo-rows.ts'
import type { StatementPlan } from './faulty-engine.ts'
import type { Installation } from './installation.ts'

export type Call = {
  path: string
  method: string
  token?: string | undefined
  prefer?: string
  body?: object
  /** Address of the sender. */
  from: string
}

/** What the server answered, whether or not it arrived. */
export type Answer = { status: number; text: string }

/** `arrived`: what the sender learns, undefined after a lost answer; `given`: every answer of the server. */
export type Delivery = { arrived: Answer | undefined; given: readonly Answer[] }

async function ask({ backend }: Installation, { path, method, token, prefer, body, from }: Call): Promise<Answer> {
  const headers: Record<string, string> = {
    apikey: backend.publishableKey,
    authorization: `Bearer ${token ?? backend.publishableKey}`,
    'content-type': 'application/json',
    ...(prefer ? { prefer } : {}),
  }
  const request = new Request(`http://127.0.0.1:4999${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const response = await backend.fetch(request, { remoteAddress: from })
  return { status: response.status, text: await response.text() }
}

/** Breaks the connection at one of the next statements; later ones of other sessions go through. */
export function oneFault(random: Random): StatementPlan {
  let left = random.whole(1, 8)
  const fault = random.next() < 0.5 ? 'before' : 'after'
  return () => {
    left -= 1
    return left === 0 ? fault : undefined
  }
}

/** Delivers a request with a network fault in a quarter of all cases and a database fault in another quarter. */
export async function deliver(installation: Installation, call: Call, random: Random): Promise<Delivery> {
  const line = random.next()
  if (line < 0.08) return { arrived: undefined, given: [] }
  if (random.next() < 0.25) installation.plan.next = oneFault(random)
  const given = [await ask(installation, call)]
  installation.plan.next = undefined
  if (line < 0.16) return { arrived: undefined, given }
  if (line < 0.24) given.push(await ask(installation, call))
  return { arrived: given[0], given }
}

/** Delivers a request without faults. */
export async function deliverSafely(installation: Installation, call: Call): Promise<Delivery> {
  const answer = await ask(installation, call)
  return { arrived: answer, given: [answer] }
}
