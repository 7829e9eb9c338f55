import { randomUUID } from 'node:crypto'
import { isPgError } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, inAuth } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'

/** GoTrue's code for a refusal that names none (internal/api/errors.go, handleResponseErrorHTTP). */
const UNKNOWN = 'unknown'

/** What a new account would be, as far as a rule can ask. */
type Applicant = { email: string; userMetadata: Record<string, unknown> }

type HookAnswer = { error?: { http_code?: number; message?: string } }

/** Never a caller's text: the name goes into SQL as it is. */
const HOOK_NAME = /^([a-z_][a-z0-9_]*)\.([a-z_][a-z0-9_]*)$/

/**
 * Asks the before-user-created hook, outside the transaction that makes the account: what it records stays when it
 * refuses. Input as internal/hooks/v0hooks, BeforeUserCreatedInput; a refusal as internal/hooks/hookserrors.
 */
export async function askSignUpHook(context: AuthContext, call: AuthCall, applicant: Applicant): Promise<void> {
  const [name, schema, functionName] = HOOK_NAME.exec(context.signUp.hook ?? '') ?? []
  if (!name) return
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
  const answer = await inAuth(context, async (session): Promise<HookAnswer> => {
    // By the catalogue: to_regprocedure fails where this role may not look into the schema.
    const { rows } = await session.query(
      `select exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = $1 and p.proname = $2) as found`,
      [schema, functionName],
    )
    if (rows[0]?.found !== true) return {}
    const asked = await session.query(`select ${name}($1::jsonb) as answer`, [JSON.stringify(event)])
    return asked.rows[0]?.answer as HookAnswer
  })
  const message = answer?.error?.message
  if (!message) return
  const status = answer.error?.http_code || 500
  throw new AuthError(status, status === 500 ? 'unexpected_failure' : UNKNOWN, message)
}

/**
 * A trigger's refusal, as an answer. GoTrue would say 500 and nothing of the reason; the hook stands before sign-ups,
 * so that this is reached by a change of the address and by two sign-ups with the last use of one code.
 */
export function refusalOf(context: AuthContext, error: unknown): AuthError | undefined {
  const cause = error instanceof AuthError ? error.cause : error
  if (!isPgError(cause) || cause.hint === undefined) return undefined
  return context.signUp.refusalHints?.includes(cause.hint) ? new AuthError(422, cause.hint, cause.message) : undefined
}
