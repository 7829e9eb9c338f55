import { onTestFinished, vi } from 'vitest'
import { registerTokenSource } from '#web/lib/api/transport/request-context.ts'
import { connectToasts, type ToastMessage } from '#web/ui/feedback/toasts.ts'

/** The requests a component has made to the backend. */
export type Asked = { call: string; body: unknown }
type Answer = Response | Promise<Response>
/**
 * By `METHOD path`, query included where the key has one; requests without an entry are answered 404 as PostgREST
 * does.
 */
export type Answers = Record<string, (asked: Asked) => Answer>

/** An unreachable address, for requests that the stub does not answer. */
const backendUrl = 'https://backend.hot.example'

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** GoTrue's error format for clients that request API version 2024-01-01. */
export const refusal = (code: string, message: string, status: number): Response =>
  Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

/** As when there is no network. */
export const noNetwork = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

const encoded = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** A session as GoTrue returns it after a sign-in. */
export function sessionAnswer(email: string): Response {
  const id = '00000000-0000-4000-8000-000000000001'
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: id, email, aal: 'aal1', amr: [{ method: 'password', timestamp: now }], exp: now + 3600 }
  return json({
    access_token: `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}.c2lnbmVk`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: now + 3600,
    refresh_token: 'refresh',
    user: { id, email, aud: 'authenticated', role: 'authenticated', factors: [], created_at: '2026-01-01T00:00:00Z' },
  })
}

/** Replaces the backend until the test ends; its requests are in `asked`. Answers may be changed during the test. */
export function standIn(answers: Answers): { asked: Asked[]; answers: Answers } {
  const asked: Asked[] = []
  // As the router's setup does.
  registerTokenSource(() => import('#web/lib/auth/session/access-token.ts'))
  document.querySelector('meta[name=hot-config]')?.remove()
  const config = document.createElement('meta')
  config.name = 'hot-config'
  config.content = JSON.stringify({ supabaseUrl: backendUrl, publishableKey: 'key', siteUrl: 'https://hot.example' })
  document.head.append(config)

  const real = window.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { origin, pathname, search } = new URL(request.url)
    if (origin !== backendUrl) return real(input, init)
    const text = await request.text()
    const each: Asked = { call: `${request.method} ${pathname}`, body: text === '' ? undefined : JSON.parse(text) }
    const answer = answers[each.call + search] ?? answers[each.call]
    asked.push(each)
    return answer ? answer(each) : json({ code: 'PGRST202', message: `nobody answers ${each.call}` }, 404)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
  })
  return { asked, answers }
}

/** The toasts shown until the test ends, in order; the host that displays them is part of the shell. */
export function toastsSaid(): ToastMessage[] {
  const said: ToastMessage[] = []
  onTestFinished(connectToasts((message) => said.push(message)))
  return said
}
