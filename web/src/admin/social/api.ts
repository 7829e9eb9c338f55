import type { AdminSocialAccount, SocialImportAnswer } from '@hot/domain/contract/admin/social'
import { searchQueryMax } from '@hot/domain/search/limits'
import { readFollowers, readSocialAddress, type SocialPlatform, socialPlatforms } from '@hot/domain/star/social-account'
import type { SocialLine } from '@hot/domain/star/social-csv'
import type { SocialFields } from '@hot/domain/star/social-form'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'
import { listQuery } from '../kit/list.tsx'

/** Choices by URL word, with RPC value and label. */
export const socialStates = {
  alt: { value: 'outdated', text: 'Älter als 30 Tage' },
  leer: { value: 'empty', text: 'Ohne Zahl' },
} as const
export const socialSorts = {
  alt: { value: 'oldest', text: 'Älteste Zahl zuerst' },
  name: { value: 'name', text: 'Name' },
  follower: { value: 'followers', text: 'Follower' },
} as const

export type SocialSearch = {
  star?: string | undefined
  q?: string | undefined
  plattform?: SocialPlatform | undefined
  zustand?: keyof typeof socialStates | undefined
  sortierung?: keyof typeof socialSorts | undefined
}

/** Filters of /admin/stars/social-media from its address. */
export const readSocialSearch = (given: Record<string, unknown>): SocialSearch => ({
  star: patternParam(given.star, uuidPattern),
  q: termParam(given.q, searchQueryMax),
  plattform: choiceParam(
    given.plattform,
    socialPlatforms.map(({ key }) => key),
  ),
  zustand: choiceParam(given.zustand, ['alt', 'leer'] as const),
  sortierung: choiceParam(given.sortierung, ['alt', 'name', 'follower'] as const),
})

/** Refusals of what staff do with social accounts. */
export const socialFailures = {
  target_gone: 'Das gibt es nicht mehr. Lade die Seite neu.',
  import_has_problems: 'In der Zwischenzeit passt eine Zeile nicht mehr. Prüf noch einmal.',
  '42501': 'Das darfst du nicht mehr. Lade die Seite neu.',
}

/** Adds an account (`stored` null) or changes one, as it was when the form was filled. The fields are checked. Throws DataError. */
export function saveSocial(stored: AdminSocialAccount | null, fields: SocialFields): Promise<AdminSocialAccount> {
  const address = readSocialAddress(fields.platform, fields.account)
  if (!address) throw new TypeError('the fields have mistakes')
  return rpc('admin_save_social', {
    p_id: stored?.id ?? null,
    p_seen: stored?.updated_at ?? null,
    p_values: {
      star_id: fields.star,
      platform: fields.platform,
      handle: address.handle,
      url: address.url,
      followers: readFollowers(fields.followers),
    },
  })
}

/** The fields of a stored account, or of a new one. */
export const socialFields = (account: AdminSocialAccount | null, star?: string): SocialFields => ({
  star: account?.star.id ?? star ?? '',
  platform: account?.platform ?? 'instagram',
  account: account?.url ?? '',
  followers: account?.followers?.toString() ?? '',
})

/** What is stored, however it was typed: an account by its address, the followers as a number. */
export const storedSocial = ({ platform, account, followers }: SocialFields) => ({
  account: readSocialAddress(platform, account)?.url ?? account,
  followers: readFollowers(followers),
})

/** How the fields are called in a conflict. */
export const socialTexts: FieldTexts<SocialFields> = {
  star: 'Star',
  platform: ['Plattform', (platform) => socialPlatforms.find(({ key }) => key === platform)?.name ?? platform],
  account: 'Konto',
  followers: 'Follower',
}

/** What stands stored now; null if it is gone. */
export async function readSocial({ id, star }: AdminSocialAccount): Promise<AdminSocialAccount | null> {
  const { items } = await rpc('admin_social_page', { p_star: star.id, p_limit: 50 })
  return items.find((account) => account.id === id) ?? null
}

/** Stores today's follower count of an otherwise unchanged account. Throws DataError. */
export const saveFollowers = (account: AdminSocialAccount, followers: number): Promise<AdminSocialAccount> =>
  rpc('admin_save_social', {
    p_id: account.id,
    p_values: { followers },
  })

export const deleteSocial = (id: string): Promise<void> => rpc('admin_delete_social', { p_id: id })

/** What each line would do; nothing is done. Throws DataError. */
export const checkSocial = (lines: readonly SocialLine[]): Promise<SocialImportAnswer> =>
  rpc('admin_import_social', { p_lines: JSON.stringify(lines) })

/** Does what was shown, all lines or none, if that is still what they would do. Throws DataError. */
export const importSocial = (lines: readonly SocialLine[], seen: SocialImportAnswer): Promise<SocialImportAnswer> =>
  rpc('admin_import_social', { p_lines: JSON.stringify(lines), p_apply: true, p_seen: seen })

/** Social accounts of all stars, or of one. */
export const adminSocialQuery = ({ star, q, plattform, zustand, sortierung }: SocialSearch) =>
  listQuery(['admin', 'social', { star, q, plattform, zustand, sortierung }], 'admin_social_page', {
    p_star: star,
    p_query: q,
    p_platform: plattform,
    p_state: zustand && socialStates[zustand].value,
    p_sort: sortierung && socialSorts[sortierung].value,
  })
