import type { AdminPost } from '@hot/domain/contract/admin/posts'
import { Button } from '#web/ui/controls/button.tsx'

export type PostActionName = 'approve' | 'reject' | 'delete' | 'rumor' | 'edit'

type Props = { post: AdminPost; current: boolean; onAct: (name: PostActionName) => void }

/** What can be done with a post; those with a key show it. Every name carries the title, for those who do not see the row. */
export function PostActions({ post, current, onAct }: Props) {
  const label = (verb: string) => `${verb}: ${post.title}`
  return (
    <div className="queue-actions">
      {post.status !== 'approved' && (
        <Button
          small
          variant={current ? 'hot' : 'plain'}
          aria-label={label('Freigeben')}
          onClick={() => onAct('approve')}
        >
          Freigeben <Key name="A" />
        </Button>
      )}
      {post.status !== 'rejected' && (
        <Button small aria-label={label('Ablehnen')} onClick={() => onAct('reject')}>
          Ablehnen <Key name="R" />
        </Button>
      )}
      <Button small variant="danger" aria-label={label('Löschen')} onClick={() => onAct('delete')}>
        Löschen <Key name="D" />
      </Button>
      {post.rumor && (
        <Button small aria-label={label('Status setzen')} onClick={() => onAct('rumor')}>
          Status setzen
        </Button>
      )}
      <Button small variant="quiet" aria-label={label('Bearbeiten')} onClick={() => onAct('edit')}>
        Bearbeiten
      </Button>
    </div>
  )
}

function Key({ name }: { name: string }) {
  return <kbd className="queue-key">{name}</kbd>
}
