import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import type { AdminStar, AdminStarRef, SavedStar } from '@hot/domain/contract/admin/stars'
import { licenseOf } from '@hot/domain/picture/credit'
import { searchQueryMax } from '@hot/domain/search/limits'
import { starName } from '@hot/domain/star/name'
import { type StarFields, starForm, starSlugReserved } from '@hot/domain/star/star-form'
import { namePartsOf } from '@hot/domain/star/typed-name'
import { searchFold } from '@hot/domain/text/search-fold'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { deleteSitePicture, pictureRefusals, uploadSitePicture } from '#web/lib/uploads/upload-picture.ts'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'
import type { FieldRefusals } from '../kit/entity-form.tsx'
import { choicesOf, listQuery } from '../kit/list.tsx'
import { storedFields } from '../kit/write.ts'

/** Choices by URL word, with RPC value and label. */
export const starStates = {
  aktiv: { value: 'active', text: 'Sichtbar' },
  inaktiv: { value: 'inactive', text: 'Versteckt' },
} as const
export const starGaps = {
  bild: { value: 'picture', text: 'Bild' },
  nachweis: { value: 'credit', text: 'Bildnachweis' },
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

const personal = { personal: true }

/** The admin list of stars, including inactive ones. */
export const adminStarsQuery = ({ q, zustand, fehlt, sortierung }: StarsSearch) =>
  listQuery(['admin', 'stars', 'list', { q, zustand, fehlt, sortierung }], 'admin_stars_page', {
    p_query: q,
    p_state: zustand && starStates[zustand].value,
    p_gap: fehlt && starGaps[fehlt].value,
    p_sort: sortierung && starSorts[sortierung].value,
  })

/** What stands stored now; null if it is gone. */
export const readStar = (id: string) => rpc('admin_star', { p_id: id })

/** A star to edit; null if there is none. Not cached once the form is closed, which would be filled from an old one. */
export const adminStarQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'stars', 'one', id],
    queryFn: ({ signal }) => rpc('admin_star', { p_id: id }, signal),
    staleTime: 0,
    gcTime: 0,
    meta: personal,
  })

/** Stars with similar names, to avoid duplicates. */
export const similarStarsQuery = (name: string) =>
  queryOptions({
    queryKey: ['admin', 'stars', 'similar', name],
    queryFn: ({ signal }) => rpc('admin_similar_stars', { p_name: name }, signal),
    enabled: name.trim().length > 2,
    staleTime: 0,
    meta: personal,
  })

/** What saving does to the picture. `preview` is a local object URL. */
export type StarPicture = { state: 'unchanged' } | { state: 'removed' } | { state: 'new'; blob: Blob; preview: string }

/** Form fields of a stored or new star. */
export const starFields = (star: AdminStar | null): StarFields =>
  storedFields<StarFields>(starForm.shape, star, { is_active: true })

/** How a star's fields are called in a conflict. */
export const starTexts: FieldTexts<StarFields> = {
  first_name: 'Vorname',
  nickname: 'Spitzname',
  last_name: 'Nachname',
  slug: 'Adresse',
  birthdate: 'Geburtsdatum',
  bio: 'Biografie',
  avatar_author: 'Wer das Bild gemacht hat',
  avatar_source: 'Quelle des Bildes',
  avatar_license: ['Lizenz des Bildes', (license) => licenseOf(license)?.name ?? ''],
  is_active: 'Öffentlich sichtbar',
}

/** Messages for refused actions on stars, by hint. */
export const starFailures = {
  ...pictureRefusals,
  target_gone: 'Diesen Star gibt es nicht mehr. Geh zurück zur Liste.',
  '42501': 'Das darfst du nicht mehr. Lade die Seite neu.',
}

/** Refusals shown at one field. */
export const starFieldRefusals: FieldRefusals<StarFields> = {
  name_missing: ['first_name'],
  bio_too_long: ['bio'],
  avatar_author_length: ['avatar_author'],
  avatar_source_invalid: ['avatar_source'],
  birthdate_invalid: ['birthdate'],
  slug_taken: ['slug'],
  slug_reserved: ['slug', starSlugReserved],
}

/** What is known of the stored star: as this form last read or saved it. `id` is null until the first save. */
export type StoredStar = { id: string | null; updated_at: string | null; avatar_url: string | null }

/** Stores a star; uploads a new picture first and deletes the replaced one afterwards. Throws DataError or StorageError. */
export async function saveStar(
  stored: StoredStar,
  fields: StarFields,
  picture: StarPicture,
): Promise<SavedStar & { avatar_url: string | null }> {
  const former = stored.avatar_url
  const address = picture.state === 'new' ? await uploadSitePicture('stars', picture.blob, () => {}) : null
  const shown = picture.state === 'unchanged' ? former : address
  try {
    const saved = await rpc('admin_save_star', {
      p_id: stored.id,
      p_seen: stored.updated_at,
      p_values: { ...fields, avatar_url: shown },
    })
    if (picture.state !== 'unchanged') await deleteSitePicture(former)
    return { ...saved, avatar_url: shown }
  } catch (failure) {
    await deleteSitePicture(address)
    throw failure
  }
}

/** Creates a visible star that has only a name yet, as typed in one field. Throws DataError. */
export async function createNamedStar(typed: string): Promise<PickedEntity> {
  const name = namePartsOf(typed)
  const unsaved = { id: null, updated_at: null, avatar_url: null }
  const { id } = await saveStar(unsaved, { ...starFields(null), ...name }, { state: 'unchanged' })
  return { id, title: starName(name), hint: null }
}

export type NamedStar = PickedEntity & { isNew: boolean }

/** The star of exactly this name, created if there is none. Throws DataError. */
export async function namedStar(name: string): Promise<NamedStar> {
  const found = await rpc('admin_pick', { p_kind: 'star', p_query: name })
  const known = found.find(({ title }) => searchFold(title) === searchFold(name))
  return known ? { ...known, isNew: false } : { ...(await createNamedStar(name)), isNew: true }
}

/** Two stars by their names, one after the other: what failed half can be tried again. Throws DataError. */
export async function namedStars(names: readonly string[]): Promise<NamedStar[]> {
  const stars: NamedStar[] = []
  for (const name of names) stars.push(await namedStar(name))
  return stars
}

/** Deletes a star; its picture stays as long as it lies in the bin. Throws DataError. */
export async function deleteStar(star: AdminStar): Promise<void> {
  await rpc('admin_delete_star', { p_id: star.id })
}

/** Merges `duplicate` into `star`; its picture stays as long as the bin can separate them. Throws DataError. */
export async function mergeStars(star: AdminStar, duplicate: AdminStar): Promise<void> {
  await rpc('admin_merge_stars', { p_keep: star.id, p_gone: duplicate.id })
}

/** Remembers that two stars are two persons, or no longer. Throws DataError. */
export async function tellApart(star: AdminStar, other: AdminStarRef, apart: boolean): Promise<void> {
  await rpc('admin_tell_stars_apart', { p_star: star.id, p_other: other.id, p_apart: apart })
}
