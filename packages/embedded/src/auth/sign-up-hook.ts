import { randomUUID } from 'node:crypto'
import { isPgError } from '../database/engine.ts'
import { type AuthCall, type AuthContext, inAuth } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { callHook } from './hooks.ts'

/** GoTrue's default code for a rejection (internal/api/errors.go, handleResponseErrorHTTP). */
const UNKNOWN = 'unknown'

/** The data of a new account that rules can check. */
type Applicant = { email: string; userMetadata: Record<string, unknown> }

type HookAnswer = { error?: { http_code?: number; message?: string } }

/**
 * Calls the before-user-created hook, outside the transaction that creates the account, so that its writes persist when
 * it rejects. Input as internal/hooks/v0hooks, BeforeUserCreatedInput; a refusal as internal/hooks/hookserrors.
 */
export async function askSignUpHook(context: AuthContext, call: AuthCall, applicant: Applicant): Promise<void> {
  const { hook } = context.signUp
  if (!hook) return
  const event = {
    metadata: {
      uuid: randomUUID(),
      time: context.now().toISOString(),
      name: 'before-user-created',
      ip_address: call.address,
    },
    user: {
      aud: 'authenticated',
      email: applicant.email,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: applicant.userMetadata,
    },
  }
  const answer = await inAuth(context, (session) => callHook<HookAnswer>(session, hook, event))
  const message = answer?.error?.message
  if (!message) return
  const status = answer.error?.http_code || 500
  throw new AuthError(status, status === 500 ? 'unexpected_failure' : UNKNOWN, message)
}

/**
 * A trigger's rejection as a response. GoTrue would return 500 without the reason. Sign-ups pass the hook first, so
 * this happens on e-mail changes and when two sign-ups compete for the last use of a code.
 */
export function refusalOf(context: AuthContext, error: unknown): AuthError | undefined {
  const cause = error instanceof AuthError ? error.cause : error
  if (!isPgError(cause) || cause.hint === undefined) return undefined
  return context.signUp.refusalHints?.includes(cause.hint) ? new AuthError(422, cause.hint, cause.message) : undefined
}
