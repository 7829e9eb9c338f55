import type { StarPage } from '@hot/domain/contract/star'
import { useArrival } from '#web/app/use-arrival.ts'
import { useViewer } from '#web/data/viewer.ts'
import { GuestRatings } from '#web/features/stars/guest-ratings.tsx'

const load = () => import('#web/features/stars/member-ratings.tsx')

/** The questions as guests see them, until it is known that a member is here and their part has arrived. */
export function StarRatingsSlot({ star }: { star: StarPage }) {
  const MemberRatings = useArrival(useViewer().state === 'member', load)?.default
  return MemberRatings ? <MemberRatings star={star} /> : <GuestRatings star={star} />
}
