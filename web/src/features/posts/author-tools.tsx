import type { PostRevision } from '@hot/domain/contract/account/content'
import type { PostPage } from '@hot/domain/contract/post'
import { editPostPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AppealLink } from '#web/entities/post/appeal-link.tsx'
import { PostHistory, postHistoryQuery } from '#web/entities/post/post-history.tsx'
import { TextChange } from '#web/entities/post/text-change.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'

type Props = { post: PostPage; member: string; own: boolean }

/** For the author and staff, on the page of a published post: editing, the change that waits, and earlier versions. */
export function AuthorTools({ post, member, own }: Props) {
  const { data: history } = useQuery(postHistoryQuery(member, post.id))
  return (
    <div className="grid gap-3">
      {own && (
        <p>
          <Link to={editPostPath(post.id)} className="link">
            Bearbeiten
          </Link>
        </p>
      )}
      {history?.revision && history.revision_text && (
        <Callout kind="warn">
          <RevisionState revision={history.revision} own={own} />
          <details className="mt-2">
            <summary className="link">Was sich ändern soll</summary>
            <TextChange before={history.current} after={history.revision_text} />
          </details>
        </Callout>
      )}
      {history && history.versions.length > 0 && (
        <details>
          <summary className="link">
            {history.versions.length === 1 ? 'Eine frühere Fassung' : `${history.versions.length} frühere Fassungen`}
          </summary>
          <p className="meta my-2">
            Was veröffentlicht war, können alle lesen, solange das Team den Text nicht geändert hat.
          </p>
          <PostHistory history={history} />
        </details>
      )}
    </div>
  )
}

function RevisionState({ revision, own }: { revision: PostRevision; own: boolean }) {
  if (revision.status === 'pending')
    return (
      <p>
        <b>{own ? 'Deine Änderung wird geprüft.' : 'Eine Änderung wartet auf das Team.'}</b> Bis dahin steht hier die
        alte Fassung.
      </p>
    )
  return (
    <>
      <p>
        <b>{own ? 'Deine Änderung wurde abgelehnt.' : 'Eine Änderung wurde abgelehnt.'}</b> Der Beitrag bleibt, wie er
        war. Grund: {revision.reason}
      </p>
      {own && <AppealLink decision={revision.decision} />}
    </>
  )
}
