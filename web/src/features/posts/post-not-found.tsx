import { parsePostDay, parsePostIdSegment, parsePostSegment } from '@hot/domain/post/address'
import { uuidPattern } from '@hot/domain/url/search-param'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MembersOnly } from '#web/entities/member/members-only.tsx'

const load = () => import('./unpublished-post.tsx')

/** Where a post that guests do not see would be: by its dated URL, or by its id. */
function usePostAddress() {
  const { kind = '', year = '', month = '', day = '', slug, id } = useParams({ strict: false })
  if (id)
    return uuidPattern.test(id) && (kind === 'post' || parsePostIdSegment(kind))
      ? { type: null, day: null, slug: id }
      : null
  const [type, date] = [parsePostSegment(kind), parsePostDay(year, month, day)]
  return type && date && slug ? { type, day: date, slug } : null
}

/**
 * The screen for status 404 at the address of a post. Pages are the same for everybody: who may see a post that is not
 * published loads it here.
 */
export function PostNotFound({ notFound }: { notFound: ReactNode }) {
  const address = usePostAddress()
  if (!address) return notFound
  // Members wait for the answer instead of reading that nothing is here.
  const waiting = <div className="in-[[data-viewer]]:invisible">{notFound}</div>
  return (
    <MembersOnly load={load} fallback={waiting} failed={notFound}>
      {({ UnpublishedPost }) => <UnpublishedPost address={address} notFound={notFound} />}
    </MembersOnly>
  )
}
