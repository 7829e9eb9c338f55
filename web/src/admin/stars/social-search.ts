import { searchQueryMax } from '@hot/domain/search/limits'
import { type SocialPlatform, socialPlatforms } from '@hot/domain/star/social-account'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'

/** Each choice by its word in the address: what the RPC calls it, and what people read. */
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
