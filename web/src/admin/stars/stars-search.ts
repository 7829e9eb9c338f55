import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { choicesOf } from '../kit/list.tsx'

/** Each choice by its word in the address: what the RPC calls it, and what people read. */
export const starStates = {
  aktiv: { value: 'active', text: 'Sichtbar' },
  inaktiv: { value: 'inactive', text: 'Versteckt' },
} as const
export const starGaps = {
  bild: { value: 'picture', text: 'Bild' },
  bio: { value: 'bio', text: 'Biografie' },
  social: { value: 'social', text: 'Social Media' },
  staffel: { value: 'season', text: 'Staffel' },
} as const
export const starSorts = {
  name: { value: 'name', text: 'Name' },
  neu: { value: 'new', text: 'Neueste zuerst' },
} as const

export type StarsSearch = {
  q?: string | undefined
  zustand?: keyof typeof starStates | undefined
  fehlt?: keyof typeof starGaps | undefined
  sortierung?: keyof typeof starSorts | undefined
}

/** Filters of /admin/stars from its address. */
export const readStarsSearch = (given: Record<string, unknown>): StarsSearch => ({
  q: termParam(given.q, searchQueryMax),
  zustand: choiceParam(given.zustand, choicesOf(starStates)),
  fehlt: choiceParam(given.fehlt, choicesOf(starGaps)),
  sortierung: choiceParam(given.sortierung, choicesOf(starSorts)),
})
