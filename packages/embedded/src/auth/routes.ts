import type { AuthHandler } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { challengeFactor } from './factors/factor-challenge.ts'
import { verifyFactor } from './factors/factor-verify.ts'
import { enrolFactor, unenrolFactor } from './factors/factors.ts'
import type { AuthLimits } from './limits.ts'
import { pkceGrant } from './links/flow-state.ts'
import { recover } from './links/recover.ts'
import { resend } from './links/resend.ts'
import { verifyCode, verifyLink } from './links/verify.ts'
import { authorize, authorizeLink } from './oauth/oauth-authorize.ts'
import { callback } from './oauth/oauth-callback.ts'
import { health, jwks, settings } from './settings.ts'
import { logout } from './sign-in/logout.ts'
import { otp } from './sign-in/otp.ts'
import { reauthenticate } from './sign-in/reauthenticate.ts'
import { signup } from './sign-in/signup.ts'
import { passwordGrant } from './sign-in/token-password.ts'
import { refreshGrant } from './sign-in/token-refresh.ts'
import { adminDeleteFactor, adminFactors } from './users/admin-factors.ts'
import { generateLink, invite } from './users/admin-links.ts'
import { adminList } from './users/admin-list.ts'
import { adminCreate, adminDelete, adminGet, adminUpdate } from './users/admin-users.ts'
import { unlinkIdentity } from './users/manual-linking.ts'
import { getUser, updateUser } from './users/user.ts'

/** `form`: the body is a form and no JSON. */
export type Route = { handler: AuthHandler; limit?: Exclude<keyof AuthLimits, 'mailEvery'>; admin?: true; form?: true }

const GRANTS: Record<string, AuthHandler> = { password: passwordGrant, refresh_token: refreshGrant, pkce: pkceGrant }

const token: AuthHandler = (context, call) => {
  const grant = GRANTS[call.url.searchParams.get('grant_type') ?? '']
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  return grant(context, call)
}

/** Method and path below `/auth/v1`; each `*` stands for one segment and is found in `call.params`. */
const ROUTES: Record<string, Route> = {
  'GET /health': { handler: health },
  'GET /settings': { handler: settings },
  'GET /.well-known/jwks.json': { handler: jwks },
  'POST /signup': { handler: signup, limit: 'forms' },
  'POST /token': { handler: token, limit: 'token' },
  'GET /verify': { handler: verifyLink, limit: 'verify' },
  'POST /verify': { handler: verifyCode, limit: 'verify' },
  'POST /recover': { handler: recover, limit: 'forms' },
  'POST /resend': { handler: resend, limit: 'forms' },
  'POST /otp': { handler: otp, limit: 'forms' },
  'POST /magiclink': { handler: otp, limit: 'forms' },
  'GET /reauthenticate': { handler: reauthenticate, limit: 'forms' },
  'GET /user': { handler: getUser },
  'PUT /user': { handler: updateUser, limit: 'forms' },
  'POST /logout': { handler: logout },
  'GET /authorize': { handler: authorize, limit: 'token' },
  'GET /callback': { handler: callback },
  'POST /callback': { handler: callback, form: true },
  'GET /user/identities/authorize': { handler: authorizeLink, limit: 'token' },
  'DELETE /user/identities/*': { handler: unlinkIdentity },
  'POST /factors': { handler: enrolFactor, limit: 'factors' },
  'DELETE /factors/*': { handler: unenrolFactor },
  'POST /factors/*/challenge': { handler: challengeFactor, limit: 'factors' },
  'POST /factors/*/verify': { handler: verifyFactor, limit: 'factors' },
  'POST /invite': { handler: invite, admin: true },
  'POST /admin/generate_link': { handler: generateLink, admin: true },
  'GET /admin/users': { handler: adminList, admin: true },
  'POST /admin/users': { handler: adminCreate, admin: true },
  'GET /admin/users/*': { handler: adminGet, admin: true },
  'PUT /admin/users/*': { handler: adminUpdate, admin: true },
  'GET /admin/users/*/factors': { handler: adminFactors, admin: true },
  'DELETE /admin/users/*/factors/*': { handler: adminDeleteFactor, admin: true },
  'DELETE /admin/users/*': { handler: adminDelete, admin: true },
}

const PATTERNS = Object.keys(ROUTES)
  .filter((pattern) => pattern.includes('*'))
  .map((pattern) => ({ pattern, expression: new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`) }))

/** The route of a request and what stands for its `*`. */
export function routeOf(method: string, path: string): { route: Route; params: string[] } | undefined {
  const asked = `${method} ${path}`
  if (ROUTES[asked]) return { route: ROUTES[asked], params: [] }
  for (const { pattern, expression } of PATTERNS) {
    const found = expression.exec(asked)
    if (found && ROUTES[pattern]) return { route: ROUTES[pattern], params: found.slice(1) }
  }
  return undefined
}
