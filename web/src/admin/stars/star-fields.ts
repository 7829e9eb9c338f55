import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { slugify } from '@hot/domain/text/slug'

/** What is typed into the form of a star. */
export type StarFields = {
  first_name: string
  last_name: string
  nickname: string
  /** Empty: from the name. */
  slug: string
  bio: string
  birthdate: string
  is_active: boolean
}

/** What becomes of the picture when the form is saved. `preview` is an address of this browser only. */
export type StarPicture = { state: 'kept' } | { state: 'removed' } | { state: 'new'; blob: Blob; preview: string }

export const starFields = (star: AdminStar | null): StarFields => ({
  first_name: star?.first_name ?? '',
  last_name: star?.last_name ?? '',
  nickname: star?.nickname ?? '',
  slug: star?.slug ?? '',
  bio: star?.bio ?? '',
  birthdate: star?.birthdate ?? '',
  is_active: star?.is_active ?? true,
})

/** Pages of our own below /stars, as private.set_star_slug() refuses them: they would hide the star. */
const reservedSlugs = ['voting']

export const isReserved = ({ slug }: StarFields): boolean => reservedSlugs.includes(slugify(slug))

export const hasName = ({ first_name, last_name, nickname }: StarFields): boolean =>
  [first_name, last_name, nickname].some((part) => part.trim() !== '')
