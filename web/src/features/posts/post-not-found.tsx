import { parsePostDay, parsePostIdSegment, parsePostSegment } from '@hot/domain/post/address'
import { uuidPattern } from '@hot/domain/url/search-param'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'

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
  return (
    <MembersOnly load={load} fallback={<Waiting>{notFound}</Waiting>} failed={notFound}>
      {({ UnpublishedPost }) => <UnpublishedPost address={address} notFound={notFound} untitled={untitled} />}
    </MembersOnly>
  )
}

/** The title of a post's page while it is not known what is there. */
const untitled = 'Beitrag – HoT'

/** Members wait for the answer instead of reading, or hearing by the page's title, that nothing is here. */
function Waiting({ children }: { children: ReactNode }) {
  const isMember = useViewer().state === 'member'
  useLayoutEffect(() => {
    if (!isMember) return
    const before = document.title
    document.title = untitled
    return () => {
      if (document.title === untitled) document.title = before
    }
  }, [isMember])
  return <div className="in-[[data-viewer]]:invisible">{children}</div>
}
