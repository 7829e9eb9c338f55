import { formatId, starId } from './build-catalogue.ts'
import { memberId } from './build-members.ts'
import type { Row } from './insert-rows.ts'

/** Addresses from before a rename, which lead on to today's. */
export const formerSlugs: Readonly<Record<string, readonly Row[]>> = {
  'public.format_slug_history': [
    { old_slug: 'sommerhaus-der-promipaare', format_id: formatId('das-sommerhaus-der-stars') },
    { old_slug: 'ibes', format_id: formatId('ich-bin-ein-star') },
  ],
  'public.star_slug_history': [{ old_slug: 'mandy-pepper', star_id: starId('Pfefferkorn') }],
  'public.profile_slug_history': [{ old_slug: 'nudelholz', profile_id: memberId('tvnudel') }],
}
