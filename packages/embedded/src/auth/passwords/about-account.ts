import type { Session } from '../../database/engine.ts'
import { type AuthContext, inAuth } from '../auth-context.ts'
import { callHook } from '../hooks.ts'
import type { UserRow } from '../users/user-row.ts'

/** The texts of an account's metadata: names, mostly. */
export const textsOf = (metadata: Record<string, unknown> | null): string[] =>
  Object.values(metadata ?? {}).filter((value): value is string => typeof value === 'string')

async function siteWords(session: Session, hook: string, userId: string): Promise<string[]> {
  const words = await callHook<unknown>(session, hook, { user_id: userId })
  return Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : []
}

/** What somebody who knows the owner of an account tries as a password. */
export async function aboutAccount(context: AuthContext, user: UserRow): Promise<string[]> {
  const { words } = context.passwords
  const known = words ? await inAuth(context, (session) => siteWords(session, words, user.id)) : []
  return [user.email ?? '', ...textsOf(user.raw_user_meta_data), ...known].filter(Boolean)
}
