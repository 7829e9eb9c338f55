import type { AuthCall, AuthContext } from './auth-context.ts'
import { AuthError, errorResponse, tooMany } from './auth-error.ts'
import { cleanup } from './cleanup.ts'
import { routeOf } from './routes.ts'
import { refusalOf } from './sign-up-hook.ts'
import { requireAdmin } from './users/admin-users.ts'

/** JSON, but for the form that Apple lets the browser post. */
async function bodyOf(request: Request, form: boolean): Promise<Record<string, unknown>> {
  const source = request.body ? await request.text() : ''
  if (form) return Object.fromEntries(new URLSearchParams(source))
  if (source === '') return {}
  try {
    const value: unknown = JSON.parse(source)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value }
  } catch {
    // answered below, as for every other body that is no object
  }
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}

async function dispatch(
  context: AuthContext,
  request: Request,
  address: string,
  apiRole: AuthCall['apiRole'],
): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.replace(/^\/auth\/v1/, '').replace(/\/$/, '')
  const found = routeOf(request.method === 'HEAD' ? 'GET' : request.method, path)
  if (!found) return Response.json({ message: 'Not Found' }, { status: 404 })
  const { route, params } = found
  const wait = route.limit && apiRole !== 'service_role' ? context.limits[route.limit].take(address) : 0
  if (wait > 0) throw tooMany(wait)
  const call: AuthCall = {
    request,
    url,
    path,
    params,
    body: await bodyOf(request, route.form === true),
    address,
    apiRole,
  }
  if (route.admin) requireAdmin(call)
  await context.keys.refresh()
  return route.handler(context, call)
}

/** GoTrue's wire on our tables. What it cannot explain is logged without anything a person sent, and answered as 500. */
export function authRouter(context: AuthContext) {
  const tidyUp = cleanup(context)
  return async (request: Request, address: string, apiRole: AuthCall['apiRole']): Promise<Response> => {
    tidyUp()
    try {
      return await dispatch(context, request, address, apiRole)
    } catch (thrown) {
      const error = refusalOf(context, thrown) ?? thrown
      if (error instanceof AuthError) {
        if (error.status >= 500) context.log(`Anmeldung: ${error.message} (${causeOf(error)})`)
        return errorResponse(error, request)
      }
      context.log(`Anmeldung: unerwarteter Fehler (${causeOf(error)})`)
      return errorResponse(
        new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'),
        request,
      )
    }
  }
}

/** Code and kind of an error; its message or parameters may hold what a person typed. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.name : 'unbekannt'
}
