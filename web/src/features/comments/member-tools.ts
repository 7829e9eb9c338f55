// Asked for by every action; without a network it could not be loaded any more.
import '#web/lib/auth/viewer/writing-gate.ts'
import { react } from '#web/entities/comment/comment-reactions.ts'
import { LiveComments } from './live/live-comments.tsx'
import { OwnMenu } from './own-comment-menu.tsx'
import { ThreadFoot } from './thread-footer.tsx'
import { EditForm, NewComment, WriteLabel } from './write/comment-forms.tsx'
import { UnsentComments } from './write/unsent-comments.tsx'

/** What the comments of a post need once somebody may write there. Loaded for members only. */
export const memberTools = {
  react,
  EditForm,
  LiveComments,
  NewComment,
  WriteLabel,
  OwnMenu,
  ThreadFoot,
  UnsentComments,
}
