import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'

export const starStates = { aktiv: 'Sichtbar', inaktiv: 'Versteckt' } as const
export const starGaps = { bild: 'Bild', bio: 'Biografie', social: 'Social Media', staffel: 'Staffel' } as const
export const starSorts = { name: 'Name', neu: 'Neueste zuerst' } as const

const keys = <Texts extends object>(texts: Texts) => Object.keys(texts) as (keyof Texts)[]

export type StarsSearch = {
  q?: string | undefined
  zustand?: keyof typeof starStates | undefined
  fehlt?: keyof typeof starGaps | undefined
  sortierung?: keyof typeof starSorts | undefined
}

/** Filters of /admin/stars from its address. */
export const readStarsSearch = (given: Record<string, unknown>): StarsSearch => ({
  q: termParam(given.q, searchQueryMax),
  zustand: choiceParam(given.zustand, keys(starStates)),
  fehlt: choiceParam(given.fehlt, keys(starGaps)),
  sortierung: choiceParam(given.sortierung, keys(starSorts)),
})
