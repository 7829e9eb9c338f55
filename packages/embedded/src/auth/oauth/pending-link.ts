import type { Session } from '../../database/engine.ts'
import { type AuthContext, record } from '../auth-context.ts'
import { checkLinkable, type ExternalUser, linkExternal } from '../users/identities.ts'

/**
 * Stores an identity to be linked until the client that began the flow exchanges its code, because the provider's redirect
 * does not show whose browser it is. Otherwise an attacker could send a stranger the URL of the attacker's own flow and
 * link the stranger's identity to their account. Conflicts are reported immediately.
 */
export async function storePendingLink(
  context: AuthContext,
  session: Session,
  flow: { id: string; provider: string; linkingTarget: string },
  external: ExternalUser,
): Promise<void> {
  await checkLinkable(context, session, flow.linkingTarget, flow.provider, external)
  await session.query('insert into embedded.pending_identities (flow_id, provider, external) values ($1, $2, $3)', [
    flow.id,
    flow.provider,
    JSON.stringify(external),
  ])
}

/** Links the identity that waits for the exchange of a flow's code, if one does. */
export async function linkPending(
  context: AuthContext,
  session: Session,
  flowId: string,
  userId: string,
): Promise<void> {
  const { rows } = await session.query(
    `delete from embedded.pending_identities where flow_id = $1 returning provider, external`,
    [flowId],
  )
  const [row] = rows
  if (!row) return
  const { subject, email, verified, data } = record(row.external)
  const external = { subject: String(subject), email: String(email), verified: verified === true, data: record(data) }
  await linkExternal(context, session, userId, String(row.provider), external)
}
