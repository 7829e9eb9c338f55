import type { StarPage } from '@hot/domain/contract/star'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'
import { GuestRatings } from './guest-ratings.tsx'

const load = () => import('./member-ratings.tsx')

/** The questions as guests see them, until it is known that a member is here and their part has arrived. */
export function StarRatingsSlot({ star }: { star: StarPage }) {
  const MemberRatings = useArrival(useViewer().state === 'member', load)?.default
  return MemberRatings ? <MemberRatings star={star} /> : <GuestRatings star={star} />
}
