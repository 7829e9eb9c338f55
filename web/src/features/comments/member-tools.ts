// Asked for by every action; without a network it could not be loaded any more.
import '#web/data/writing-gate.ts'
import { react } from './comment-marks.ts'
import { EditForm } from './edit-form.tsx'
import { LiveComments } from './live-comments.tsx'
import { NewComment, WriteLabel } from './new-comment.tsx'
import { OwnMenu } from './own-menu.tsx'
import { ThreadFoot } from './thread-foot.tsx'
import { UnsentComments } from './unsent-comments.tsx'

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
