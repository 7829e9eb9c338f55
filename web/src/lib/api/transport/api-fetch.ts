import { learnFromAnswer } from '#web/platform/device/server-clock.ts'
import { type RuntimeConfig, runtimeConfig } from '../config/runtime-config.ts'
import { DataError } from '../data-error.ts'
import { fetchBackend } from './fetcher.ts'
import { tokenSource } from './request-context.ts'
import { secondsToWait, withRetryAfter } from './retry-rule.ts'
import { inTime } from './time-limit.ts'

const fetchInTime = inTime(async (input, init) => {
  const asked = Date.now()
  const answer = await fetchBackend(input, init)
  if (!import.meta.env.SSR) learnFromAnswer(answer, asked)
  return answer
})

/**
 * Adds the member's token. A refused token is renewed once. Without a session the request is sent as a guest; one that was
 * sent so because the session took long to be confirmed, and needs a member, is sent once more.
 */
export const fetchAsViewer: typeof fetchInTime = async (input, init, limitMs) => {
  if (import.meta.env.SSR) return fetchBackend(input, init)
  // Without a token source a member's request would be sent as a guest's.
  if (!tokenSource) throw new Error('registerTokenSource() comes first')
  const { accessToken, renewedToken } = await tokenSource()
  const token = await accessToken()
  const answer = await fetchInTime(input, withToken(init, token), limitMs)
  if (answer.status === 401 && (token ?? (await accessToken())))
    return fetchInTime(input, withToken(init, await renewedToken()), limitMs)
  return answer.status === 429 || answer.status === 503 ? withRetryAfter(answer) : answer
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}

const originOf = ({ supabaseUrl }: RuntimeConfig): string =>
  supabaseUrl || (import.meta.env.SSR ? 'http://in.process' : window.location.origin)

/** URL of the REST API and the headers of every request. Throws without a configuration. */
export async function restAccess(): Promise<{ url: string; headers: { apikey: string } }> {
  const config = await runtimeConfig()
  return { url: `${originOf(config)}/rest/v1`, headers: { apikey: config.publishableKey } }
}

export type Refusal = { code?: string; message: string; hint?: string | null; details?: string | null }

/** Converts an error of PostgREST or postgrest-js to a DataError. */
export const failureOf = ({ code, message, hint, details }: Refusal, status: number): DataError =>
  new DataError(code ?? '', status, message, hint ?? '', secondsToWait(details))
