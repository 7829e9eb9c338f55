import { postPath } from '@hot/domain/post/address'
import { Link } from '@tanstack/react-router'
import { Note } from '#web/ui/feedback/callout.tsx'
import type { OwnPost } from './fields/post-fields.ts'

/** What became of an own post, and what that means for changing it. */
export function PostStateNote({ post }: { post: OwnPost }) {
  return (
    <div role="status">
      {post.status === 'pending' && (
        <Note kind="warn">
          <b>Dein Beitrag wird geprüft …</b> Bis dahin sehen ihn nur du und das Team. Meist dauert das kürzer als eine
          Werbepause.
        </Note>
      )}
      {post.status === 'rejected' && (
        <Note kind="warn">
          <p>
            <b>Dein Beitrag wurde abgelehnt.</b> Grund: {post.rejection_reason ?? 'Das Team hat keinen genannt.'}
          </p>
          <p>
            Ändere ihn und schick ihn noch einmal ab. Die Regeln stehen in den{' '}
            <Link to="/community-guidelines" className="link">
              Community-Guidelines
            </Link>
            .
          </p>
        </Note>
      )}
      {post.status === 'approved' && (
        <Note kind="ok">
          <b>Dein Beitrag ist veröffentlicht.</b> Hier{' '}
          <Link to={postPath(post)} className="link">
            steht er
          </Link>
          . Wenn du ihn änderst, schaut das Team vielleicht noch einmal drüber; so lange sehen ihn nur du und das Team.
        </Note>
      )}
    </div>
  )
}
