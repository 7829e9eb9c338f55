import { onTestFinished, vi } from 'vitest'
import { registerTokenSource } from '#web/lib/api/transport/request-context.ts'
import { connectToasts, type ToastMessage } from '#web/ui/feedback/toasts.ts'

/** What a component has asked of the backend. */
export type Asked = { call: string; body: unknown }
type Answer = Response | Promise<Response>
/** By `METHOD path`, query included where the key has one; what has no entry is answered 404 as PostgREST does. */
export type Answers = Record<string, (asked: Asked) => Answer>

/** Nobody's address: whatever is not answered by the stand-in goes nowhere. */
const backendUrl = 'https://backend.hot.example'

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** GoTrue's refusal, as it answers clients that name API version 2024-01-01. */
export const refusal = (code: string, message: string, status: number): Response =>
  Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

/** As when there is no network. */
export const noNetwork = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

const encoded = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** A session as GoTrue answers it to a sign-in. */
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

/** Stands in for the backend until the test ends; what is asked of it is in `asked`. Answers may be changed meanwhile. */
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

/** What toasts say until the test ends, in their order; the host that shows them belongs to the app's frame. */
export function toastsSaid(): ToastMessage[] {
  const said: ToastMessage[] = []
  onTestFinished(connectToasts((message) => said.push(message)))
  return said
}
