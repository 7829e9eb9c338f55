import type { Comment } from '@hot/domain/contract/post'
import { ReplyForm } from './write/comment-forms.tsx'
import { UnsentComments } from './write/unsent-comments.tsx'

/** Below the replies of a thread: own ones on their way, and the form of the next. */
export function ThreadFooter({ root }: { root: Comment }) {
  return (
    <>
      <UnsentComments root={root.id} />
      <ReplyForm root={root} />
    </>
  )
}
