// Asked for by every action; without a network it could not be loaded any more.
import '#web/lib/auth/viewer/writing-gate.ts'
import { commentReactions } from '#web/entities/comment/comment-reactions.ts'
import { LiveComments } from './live/live-comments.tsx'
import { OwnMenu } from './own-comment-menu.tsx'
import { ThreadFooter } from './thread-footer.tsx'
import { EditForm, NewComment, WriteLabel } from './write/comment-forms.tsx'
import { UnsentComments } from './write/unsent-comments.tsx'

/** What the comments of a post need once somebody may write there. Loaded for members only. */
export const memberTools = {
  commentReactions,
  EditForm,
  LiveComments,
  NewComment,
  WriteLabel,
  OwnMenu,
  ThreadFooter,
  UnsentComments,
}
