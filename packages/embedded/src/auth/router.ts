import { isForLater, RETRY_AFTER_S } from '../database/engine.ts'
import { levelOfStatus } from '../log.ts'
import { FORGET_FAILED_MAILS } from '../mailbox/account-mail-queue.ts'
import { FORGET_LIMITS } from '../wire/stored-limits.ts'
import { words } from '../words.ts'
import { unlinkIdentity } from './account/unlink-identity.ts'
import { getUser, updateUser } from './account/user.ts'
import { generateLink, invite } from './admin/links.ts'
import {
  adminCreate,
  adminDelete,
  adminDeleteFactor,
  adminFactors,
  adminGet,
  adminList,
  adminUpdate,
  requireAdmin,
} from './admin/users.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth } from './auth-context.ts'
import { AuthError, errorResponse, tooMany } from './auth-error.ts'
import { challengeFactor, verifyFactor } from './factors/challenge.ts'
import { enrolFactor, unenrolFactor } from './factors/enrolment.ts'
import type { LimitName } from './limits.ts'
import { pkceGrant } from './links/pkce.ts'
import { otp, recover, resend } from './links/requests.ts'
import { stopChange } from './links/stop-change.ts'
import { FORGET_USED_LINKS } from './links/used-links.ts'
import { verifyCode, verifyLink } from './links/verify.ts'
import { authorize, authorizeLink } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { FORGET_EXPIRED } from './passkeys/challenges.ts'
import { adminDeletePasskey, adminPasskeys, deletePasskey, listPasskeys, renamePasskey } from './passkeys/manage.ts'
import { registerPasskey, registrationOptions } from './passkeys/registration.ts'
import { signInOptions, signInWithPasskey } from './passkeys/sign-in.ts'
import { readBody } from './request-body.ts'
import { FORGET_NETWORKS } from './sessions/known-networks.ts'
import { logout } from './sessions/sessions.ts'
import { health, jwks, settings } from './settings.ts'
import { reauthenticate } from './sign-in/reauthenticate.ts'
import { signup } from './sign-in/sign-up.ts'
import { passwordGrant, refreshGrant } from './sign-in/token.ts'
import { refusalOf } from './sign-up-hook.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Deletes expired rows (supabase/auth, internal/models/cleanup.go), a few at a time, so that no request has to wait;
 * the others follow an hour later.
 */
const STATEMENTS = [
  `delete from auth.refresh_tokens where id in (select id from auth.refresh_tokens
     where revoked and updated_at < now() - interval '24 hours' order by updated_at limit 1000)`,
  `delete from auth.flow_state where id in (select id from auth.flow_state
     where created_at < now() - interval '24 hours' order by created_at limit 1000)`,
  `delete from auth.oauth_client_states where id in (select id from auth.oauth_client_states
     where created_at < now() - interval '24 hours' order by created_at limit 1000)`,
  `delete from auth.mfa_challenges where id in (select id from auth.mfa_challenges
     where created_at < now() - interval '24 hours' order by created_at limit 1000)`,
  FORGET_EXPIRED,
  `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '24 hours'`,
  `delete from auth.sessions where not_after < now() - interval '72 hours'`,
  FORGET_NETWORKS,
  FORGET_USED_LINKS,
  FORGET_FAILED_MAILS,
]

/** Called with every request; runs once in `everyMs` in the background. Failures are logged and retried then. */
function cleanup(context: AuthContext, statements: readonly string[], everyMs: number): () => void {
  let last = context.now().getTime()
  const work = async () => {
    for (const statement of statements) await inAuth(context, (session) => session.query(statement))
  }
  return () => {
    const now = context.now().getTime()
    if (now - last < everyMs) return
    last = now
    work().catch((error: unknown) =>
      context.log(words.log.authTidying(error instanceof Error ? error.name : undefined), 'warn'),
    )
  }
}

/** `form`: the body is form-encoded instead of JSON. `acts`: its GET uses something up, sends or begins something. */
type Route = {
  handler: AuthHandler
  limit?: LimitName
  admin?: true
  form?: true
  acts?: true
}

const GRANTS: ReadonlyMap<string, AuthHandler> = new Map([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
])

const token: AuthHandler = (context, call) => {
  const grant = GRANTS.get(call.url.searchParams.get('grant_type') ?? '')
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  return grant(context, call)
}

/** Method and path below `/auth/v1`; each `*` matches one segment, passed in `call.params`. */
const ROUTES: Record<string, Route> = {
  'GET /health': { handler: health },
  'GET /settings': { handler: settings },
  'GET /.well-known/jwks.json': { handler: jwks },
  'POST /signup': { handler: signup, limit: 'forms' },
  'POST /token': { handler: token, limit: 'token' },
  'GET /verify': { handler: verifyLink, limit: 'verify', acts: true },
  'POST /verify': { handler: verifyCode, limit: 'verify' },
  'POST /email_change/stop': { handler: stopChange, limit: 'verify' },
  'POST /recover': { handler: recover, limit: 'forms' },
  'POST /resend': { handler: resend, limit: 'forms' },
  'POST /otp': { handler: otp, limit: 'forms' },
  'POST /magiclink': { handler: otp, limit: 'forms' },
  'GET /reauthenticate': { handler: reauthenticate, limit: 'forms', acts: true },
  'GET /user': { handler: getUser },
  'PUT /user': { handler: updateUser, limit: 'forms' },
  'POST /logout': { handler: logout },
  'GET /authorize': { handler: authorize, limit: 'token', acts: true },
  'GET /callback': { handler: callback, acts: true },
  'POST /callback': { handler: callback, form: true },
  'GET /user/identities/authorize': { handler: authorizeLink, limit: 'token', acts: true },
  'DELETE /user/identities/*': { handler: unlinkIdentity },
  'POST /factors': { handler: enrolFactor, limit: 'factors' },
  'DELETE /factors/*': { handler: unenrolFactor },
  'POST /factors/*/challenge': { handler: challengeFactor, limit: 'factors' },
  'POST /factors/*/verify': { handler: verifyFactor, limit: 'factors' },
  'POST /passkeys/authentication/options': { handler: signInOptions, limit: 'passkeys' },
  'POST /passkeys/authentication/verify': { handler: signInWithPasskey, limit: 'passkeys' },
  'POST /passkeys/registration/options': { handler: registrationOptions, limit: 'factors' },
  'POST /passkeys/registration/verify': { handler: registerPasskey, limit: 'factors' },
  'GET /passkeys': { handler: listPasskeys },
  'PATCH /passkeys/*': { handler: renamePasskey, limit: 'forms' },
  'DELETE /passkeys/*': { handler: deletePasskey },
  'POST /invite': { handler: invite, admin: true },
  'POST /admin/generate_link': { handler: generateLink, admin: true },
  'GET /admin/users': { handler: adminList, admin: true },
  'POST /admin/users': { handler: adminCreate, admin: true },
  'GET /admin/users/*': { handler: adminGet, admin: true },
  'PUT /admin/users/*': { handler: adminUpdate, admin: true },
  'GET /admin/users/*/factors': { handler: adminFactors, admin: true },
  'DELETE /admin/users/*/factors/*': { handler: adminDeleteFactor, admin: true },
  'GET /admin/users/*/passkeys': { handler: adminPasskeys, admin: true },
  'DELETE /admin/users/*/passkeys/*': { handler: adminDeletePasskey, admin: true },
  'DELETE /admin/users/*': { handler: adminDelete, admin: true },
}

const PATTERNS = Object.keys(ROUTES)
  .filter((pattern) => pattern.includes('*'))
  .map((pattern) => ({ pattern, expression: new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`) }))

/** The route of a request and the values of its `*` segments. */
function routeOf(method: string, path: string): { route: Route; params: string[] } | undefined {
  const asked = `${method} ${path}`
  if (Object.hasOwn(ROUTES, asked) && ROUTES[asked]) return { route: ROUTES[asked], params: [] }
  for (const { pattern, expression } of PATTERNS) {
    const found = expression.exec(asked)
    if (found && ROUTES[pattern]) return { route: ROUTES[pattern], params: found.slice(1) }
  }
  return undefined
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
  // Link scanners ask so: the answer must not use up the link (RFC 9110, 9.2.1).
  if (request.method === 'HEAD' && route.acts) return new Response(null, { headers: { 'cache-control': 'no-store' } })
  const wait = route.limit && apiRole !== 'service_role' ? await context.limits[route.limit].take(address) : 0
  if (wait > 0) throw tooMany(wait)
  const call: AuthCall = {
    request,
    url,
    path,
    params,
    body: await readBody(request, route.form === true),
    address,
    apiRole,
  }
  if (route.admin) requireAdmin(call)
  await context.keys.refresh()
  return route.handler(context, call)
}

/** GoTrue's API on our tables. Unexpected errors are logged without user-supplied data and answered as 500. */
export function authRouter(context: AuthContext) {
  const tidyUp = cleanup(context, STATEMENTS, HOUR_MS)
  const forgetLimits = cleanup(context, [FORGET_LIMITS], MINUTE_MS)
  return async (request: Request, address: string, apiRole: AuthCall['apiRole']): Promise<Response> => {
    tidyUp()
    forgetLimits()
    try {
      return await dispatch(context, request, address, apiRole)
    } catch (thrown) {
      const error = refusalOf(context, thrown) ?? tooBusy(thrown) ?? thrown
      if (error instanceof AuthError) {
        if (error.status >= 500)
          context.log(words.log.auth(`${error.message} (${causeOf(error)})`), levelOfStatus(error.status))
        return errorResponse(error, request)
      }
      context.log(words.log.authUnexpected(causeOf(error)), 'error')
      return errorResponse(
        new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'),
        request,
      )
    }
  }
}

/** GoTrue's own code for a request that took too long (`request_timeout`, 504 there), when the database had no time. */
const tooBusy = (error: unknown): AuthError | undefined =>
  isForLater(error)
    ? new AuthError(503, 'request_timeout', 'Processing this request timed out, please retry after a moment.', {
        retryAfter: RETRY_AFTER_S,
        cause: error,
      })
    : undefined

/** Code and kind of an error only; its message or parameters may contain user input. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.name : 'unbekannt'
}
