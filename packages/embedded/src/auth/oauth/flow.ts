import { randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { UUID } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import type { Challenge } from '../challenge.ts'
import type { Secrets } from './provider.ts'

/** GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION, seconds. */
const EXPIRY_SECONDS = 300

type NewFlow = {
  /** The `state` sent to the provider. */
  id: string
  provider: string
  /** Final redirect target; validated when the flow began. */
  redirectTo: string
  secrets: Secrets
  challenge: Challenge | undefined
  /** The signed-in account to link the identity to. */
  linkingTarget: string | undefined
}

export type Flow = Omit<NewFlow, 'challenge'> & { pkce: boolean }

const badState = (message: string) => new AuthError(400, 'bad_oauth_state', message)

/** GoTrue has one column for server-side secrets, so verifier and nonce are stored together. */
const packed = ({ verifier, nonce }: Secrets) => `${verifier}.${nonce}`
function unpacked(text: string): Secrets {
  const [verifier = '', nonce = ''] = text.split('.')
  return { verifier, nonce }
}

/** Deletes abandoned flows after a day (GoTrue, internal/models/cleanup.go). */
async function forgetOld(session: Session): Promise<void> {
  for (const table of ['flow_state', 'oauth_client_states'])
    await session.query(
      `delete from auth.${table} where id in (select id from auth.${table} where created_at < now() - interval '1 day' limit 100)`,
    )
}

/** Stores a sign-in before the redirect to the provider (internal/api/external.go, GetExternalProviderRedirectURL). */
export async function saveOAuthFlow(session: Session, flow: NewFlow): Promise<void> {
  await forgetOld(session)
  const secretsId = randomUUID()
  await session.query(
    'insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, now())',
    [secretsId, flow.provider, packed(flow.secrets)],
  )
  const { challenge, method } = flow.challenge ?? {}
  await session.query(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method,
       referrer, oauth_client_state_id, linking_target_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'oauth', $6, $7, $8, now(), now())`,
    [
      flow.id,
      challenge ? randomUUID() : null,
      method ?? null,
      challenge ?? null,
      flow.provider,
      flow.redirectTo,
      secretsId,
      flow.linkingTarget ?? null,
    ],
  )
}

/**
 * Takes the flow of a `state`. A state can be used only once, whatever the outcome
 * (loadExternalState, and FindAndDeleteOAuthClientStateByID in external_oauth.go).
 */
export async function takeOAuthFlow(session: Session, state: string): Promise<Flow> {
  if (state === '') throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  if (!UUID.test(state)) throw badState('OAuth state parameter is invalid')
  const { rows } = await session.query(
    `select provider_type, referrer, oauth_client_state_id, linking_target_id, code_challenge is not null as pkce,
       extract(epoch from now() - created_at)::float8 as age
       from auth.flow_state where id = $1 and authentication_method = 'oauth' for update`,
    [state],
  )
  const row = rows[0]
  if (!row) throw badState('OAuth state not found or expired')
  if (Number(row.age) > EXPIRY_SECONDS) throw badState('OAuth state has expired')
  const secrets = await session.query('delete from auth.oauth_client_states where id = $1 returning code_verifier', [
    row.oauth_client_state_id,
  ])
  const held = secrets.rows[0]?.code_verifier
  if (typeof held !== 'string') throw new AuthError(400, 'flow_state_already_used', 'State has already been used')
  return {
    id: state,
    provider: String(row.provider_type),
    redirectTo: String(row.referrer),
    secrets: unpacked(held),
    linkingTarget: row.linking_target_id ? String(row.linking_target_id) : undefined,
    pkce: row.pkce === true,
  }
}

/** The code for the redirect; only the holder of the challenge's verifier can exchange it for a session. */
export async function issueOAuthCode(session: Session, flow: Flow, userId: string): Promise<string> {
  const { rows } = await session.query(
    `update auth.flow_state set user_id = $2, auth_code_issued_at = now(), updated_at = now()
       where id = $1 and user_id is null returning auth_code`,
    [flow.id, userId],
  )
  const code = rows[0]?.auth_code
  if (typeof code !== 'string') throw new AuthError(400, 'flow_state_already_used', 'State has already been used')
  return code
}

/** Deletes the flow: without PKCE there is no later exchange. */
export const endOAuthFlow = (session: Session, flow: Flow) =>
  session.query('delete from auth.flow_state where id = $1', [flow.id])
