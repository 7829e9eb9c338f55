import { type AuthContext, inAuth } from './auth-context.ts'

const HOUR_MS = 3600 * 1000

/**
 * What nobody can use any more (supabase/auth, internal/models/cleanup.go). A few at a time, so that no request waits:
 * what is left goes an hour later.
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
  `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '24 hours'`,
  `delete from auth.sessions where not_after < now() - interval '72 hours'`,
]

/** To be called with every request; works once an hour, beside it. Failures are logged and tried again an hour later. */
export function cleanup(context: AuthContext): () => void {
  let last = context.now().getTime()
  const work = async () => {
    for (const statement of STATEMENTS) await inAuth(context, (session) => session.query(statement))
  }
  return () => {
    const now = context.now().getTime()
    if (now - last < HOUR_MS) return
    last = now
    work().catch((error: unknown) =>
      context.log(`Aufräumen der Anmeldungen: ${error instanceof Error ? error.name : 'unbekannter Fehler'}`),
    )
  }
}
