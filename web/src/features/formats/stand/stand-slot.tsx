import type { Standing } from '@hot/domain/episode/standing'
import { MembersOnly } from '#web/entities/member/members-only.tsx'

const load = () => import('./stand.tsx')

type Props = { seasonId: string; standing: Standing }

/** How far the member has seen a season; guests load nothing of it, and nobody before the first episode. */
export function StandSlot(props: Props) {
  if (props.standing.aired === 0) return null
  return <MembersOnly load={load}>{({ Stand }) => <Stand {...props} />}</MembersOnly>
}
