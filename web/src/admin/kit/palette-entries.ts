import type { PickedEntity, PickKind } from '@hot/domain/contract/admin/staff'
import { searchFold } from '@hot/domain/text/search-fold'
import { isOpenTo, navGroups } from './navigation.ts'

/** A place of the admin area to jump to. */
export type PaletteEntry = { path: string; title: string; hint: string }

/** Places the menu does not have. */
const beside: readonly (PaletteEntry & { adminOnly?: boolean })[] = [
  { path: '/admin/stars/create', title: 'Star anlegen', hint: 'Inhalte' },
  { path: '/admin/formats/create', title: 'Format anlegen', hint: 'Inhalte' },
  { path: '/admin/seasons/create', title: 'Staffel anlegen', hint: 'Inhalte' },
  { path: '/admin/users/create', title: 'Nutzer einladen', hint: 'Menschen', adminOnly: true },
]

/** Every place somebody of the team may go to. */
export function palettePlaces(isAdmin: boolean): PaletteEntry[] {
  const menu = navGroups.flatMap((group) =>
    group.entries.filter(isOpenTo(isAdmin)).map(({ path, title }) => ({ path, title, hint: group.title })),
  )
  return [...menu, ...beside.filter((entry) => isAdmin || !entry.adminOnly)]
}

/** Those whose title has every word typed, in their order; all of them for nothing typed. */
export function placesFor(text: string, places: readonly PaletteEntry[]): PaletteEntry[] {
  const words = searchFold(text).split(' ').filter(Boolean)
  return places.filter(({ title }) => words.every((word) => searchFold(title).includes(word)))
}

const kinds: Readonly<Record<PickKind, { folder: string; name: string }>> = {
  star: { folder: 'stars', name: 'Star' },
  format: { folder: 'formats', name: 'Format' },
  season: { folder: 'seasons', name: 'Staffel' },
  member: { folder: 'users', name: 'Nutzer' },
}

/** What somebody of the team may open by its name. */
export const kindsOpenTo = (isAdmin: boolean): PickKind[] =>
  isAdmin ? ['star', 'format', 'season', 'member'] : ['star', 'format', 'season']

/** Where the found one is edited. */
export const entryOf = (kind: PickKind, { id, title, hint }: PickedEntity): PaletteEntry => ({
  path: `/admin/${kinds[kind].folder}/edit/${id}`,
  title,
  hint: hint ? `${kinds[kind].name} · ${hint}` : kinds[kind].name,
})
