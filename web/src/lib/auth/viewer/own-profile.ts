import type { OwnProfile } from '@hot/domain/contract/account/account'
import { DataError } from '#web/lib/api/data-error.ts'

export type { OwnProfile }
export type Role = OwnProfile['role']

/** A role as the database or storage spells it; an unknown one may do nothing special. */
export const asRole = (value: unknown): Role => (value === 'admin' || value === 'moderator' ? value : 'user')

const columns =
  'id, email, full_name, nickname, slug, avatar_url, bio, provider_type, role, karma, analytics_consent, analytics_consent_updated_at, needs_invite, created_at'

/** The member's own row; null when the account is gone. Throws DataError. */
export async function fetchOwnProfile(userId: string): Promise<OwnProfile | null> {
  const { restClient } = await import('#web/lib/api/transport/rest-client.ts')
  const client = await restClient()
  const { data, error, status } = await client.from('profiles').select(columns).eq('id', userId).maybeSingle()
  if (error) throw new DataError(error.code, status, error.message, error.hint ?? '')
  return data && { ...data, role: asRole(data.role), needs_nickname: data.nickname === null }
}
