import type { Claims } from '@hot/embedded/database/transaction'

/**
 * Claims of a member of the data set, whose session has the member's id. At aal2, which staff need and members may have.
 */
export const signedInClaims = (member: string): Claims => ({
  role: 'authenticated',
  sub: member,
  session_id: member,
  aal: 'aal2',
})

/** Gives every account a session that has passed a second factor. */
export const signEverybodyIn = `insert into auth.sessions (id, user_id, created_at, aal)
  select u.id, u.id, u.created_at, 'aal2' from auth.users u`
