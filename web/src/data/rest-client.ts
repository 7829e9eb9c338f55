import { PostgrestClient } from '@supabase/postgrest-js'
import { DataError } from './data-error.ts'
import type { Database } from './database.types.ts'
import { pageIsLeft } from './leaving.ts'
import { reach } from './reach.ts'
import { secondsToWait, withRetryAfter } from './retry-after.ts'
import { runtimeConfig } from './runtime-config.ts'
import { inTime } from './time-limit.ts'

const reachInTime = inTime(reach)

/** Sends the member's token along; one that the backend refuses is renewed once, and without a session it asks as guest. */
const reachAsViewer: typeof fetch = async (input, init) => {
  if (import.meta.env.SSR) return reach(input, init)
  const { accessToken, renewedToken } = await import('./access-token.ts')
  const token = await accessToken()
  const answer = await reachInTime(input, withToken(init, token))
  if (token && answer.status === 401) return reachInTime(input, withToken(init, await renewedToken()))
  return answer.status === 429 || answer.status === 503 ? withRetryAfter(answer) : answer
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers, keepalive: pageIsLeft() }
}

let client: Promise<PostgrestClient<Database>> | undefined

async function connect(): Promise<PostgrestClient<Database>> {
  const config = await runtimeConfig()
  const origin = config.supabaseUrl || (import.meta.env.SSR ? 'http://in.process' : window.location.origin)
  return new PostgrestClient<Database>(`${origin}/rest/v1`, {
    headers: { apikey: config.publishableKey },
    fetch: reachAsViewer,
    // Reads are retried by the query cache, writes by `persistently`, by the rules of specification §9; two that do so multiply.
    retry: false,
  })
}

/** The REST client, for guests and members alike; loaded inside query functions only, so that no first route carries it. */
export function restClient(): Promise<PostgrestClient<Database>> {
  if (client) return client
  const connecting = connect()
  client = connecting
  connecting.catch(() => {
    client = undefined
  })
  return connecting
}

type Refusal = { code?: string; message: string; hint?: string | null; details?: string | null }

/** What postgrest-js calls an error, as the app knows errors. */
export const failureOf = ({ code, message, hint, details }: Refusal, status: number): DataError =>
  new DataError(code ?? '', status, message, hint ?? '', secondsToWait(details))
