import type { Session } from '../../database/engine.ts'

/** Remembers the link by which an address was confirmed: whoever opens it again may know that it is done. */
export async function rememberUsedLink(session: Session, userId: string, hash: string): Promise<void> {
  await session.query(
    `insert into embedded.used_links (link_hash, user_id) values ($1, $2) on conflict (link_hash) do nothing`,
    [hash, userId],
  )
}

/** Whether the link has confirmed the address of an account that still exists. */
export async function hasConfirmed(session: Session, hash: string): Promise<boolean> {
  const { rows } = await session.query(
    `select exists (select from embedded.used_links l join auth.users u on u.id = l.user_id
       where l.link_hash = $1 and u.email_confirmed_at is not null and u.deleted_at is null) as used`,
    [hash],
  )
  return rows[0]?.used === true
}

/** Mails are opened again on the next day, hardly later. */
export const FORGET_USED_LINKS = `delete from embedded.used_links where used_at < now() - interval '7 days'`
