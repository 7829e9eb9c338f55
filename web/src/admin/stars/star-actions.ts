import type { AdminStar, SavedStar } from '@hot/domain/contract/admin/stars'
import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { pictureRefusals } from '#web/lib/uploads/picture-refusals.ts'
import { dropHousePicture, uploadHousePicture } from '#web/lib/uploads/upload-picture.ts'
import type { StarFields, StarPicture } from './star-fields.ts'

/** Refusals of what staff do with stars. */
export const starFailures = {
  ...pictureRefusals,
  name_missing: 'Gib mindestens einen Namen an.',
  name_too_long: 'Ein Name hat höchstens 100 Zeichen. Kürz ihn.',
  bio_too_long: 'Die Biografie hat höchstens 10.000 Zeichen. Kürz sie.',
  birthdate_invalid: 'Dieses Geburtsdatum gibt es nicht. Prüf Tag und Jahr.',
  slug_taken: 'Diese Adresse hat schon ein anderer Star. Nimm eine andere.',
  slug_reserved: 'Diese Adresse gehört schon einer Seite. Nimm eine andere.',
  picture_missing: 'Das Bild ist nicht angekommen. Wähl es noch einmal.',
  changed_meanwhile:
    'Jemand anderes hat diesen Star gerade geändert. Lade die Seite neu und trag deine Änderung noch einmal ein.',
  target_gone: 'Diesen Star gibt es nicht mehr. Geh zurück zur Liste.',
  same_star: 'Das ist derselbe Star. Wähl einen anderen.',
  not_allowed: 'Das dürfen nur Admins.',
  '42501': 'Das darfst du nicht mehr. Lade die Seite neu.',
}

/** After a change: every list and page that may show the star asks again. Nobody waits for their answers. */
export function useCatalogueChanged(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries()
}

/** A star as this form last read or stored it; `id` is null before the first time. */
export type StoredStar = { id: string | null; updated_at: string | null; avatar_url: string | null }

/** Stores a star; a new picture goes up first, and the one it replaces goes after. Throws DataError or StorageError. */
export async function saveStar(
  stored: StoredStar,
  fields: StarFields,
  picture: StarPicture,
): Promise<SavedStar & { avatar_url: string | null }> {
  const former = stored.avatar_url
  const address = picture.state === 'new' ? await uploadHousePicture('stars', picture.blob, () => {}) : null
  const shown = picture.state === 'kept' ? former : address
  try {
    const saved = await rpc('admin_save_star', {
      p_id: stored.id,
      p_expected: stored.updated_at,
      p_first_name: fields.first_name,
      p_last_name: fields.last_name,
      p_nickname: fields.nickname,
      p_slug: fields.slug,
      p_bio: fields.bio,
      p_birthdate: fields.birthdate,
      p_avatar_url: shown,
      p_is_active: fields.is_active,
    })
    if (picture.state !== 'kept') await dropHousePicture(former)
    return { ...saved, avatar_url: shown }
  } catch (failure) {
    await dropHousePicture(address)
    throw failure
  }
}

/** Deletes a star for good, and its picture. Throws DataError. */
export async function deleteStar(star: AdminStar): Promise<void> {
  await rpc('admin_delete_star', { p_id: star.id })
  await dropHousePicture(star.avatar_url)
}

/** `gone` becomes part of `kept`; its picture goes where the one that stays has its own. Throws DataError. */
export async function mergeStars(kept: AdminStar, gone: AdminStar): Promise<void> {
  await rpc('admin_merge_stars', { p_keep: kept.id, p_gone: gone.id })
  if (kept.avatar_url) await dropHousePicture(gone.avatar_url)
}
