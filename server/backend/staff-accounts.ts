import type { Backend } from '@hot/embedded'

type Role = 'admin' | 'moderator' | 'user'
export type Appointment = { email: string; role: Role; password: string; nickname?: string | undefined }

/**
 * Gives a member a role, as nobody can through the API, and makes a confirmed account with this password where there is
 * none. The profile is made by a trigger; `nickname` is only used when it has none.
 */
export async function appoint(
  { ensureAccount, query }: Pick<Backend, 'ensureAccount' | 'query'>,
  { email, role, password, nickname }: Appointment,
): Promise<{ id: string; made: boolean }> {
  const account = await ensureAccount(email, password)
  const profiles = await query(
    'update public.profiles set role = $2, nickname = coalesce(nickname, $3) where id = $1 returning id',
    [account.id, role, nickname ?? null],
  )
  if (profiles.length !== 1) throw new Error('No profile was made for the new account.')
  return account
}
