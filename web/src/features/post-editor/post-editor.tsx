import type { PostRevision } from '@hot/domain/contract/account/content'
import type { SavedPost } from '@hot/domain/contract/community'
import { postKinds, postPath } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { editPostPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AppealLink } from '#web/entities/post/appeal-link.tsx'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { buttonClass, Segmented } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { ownPostQuery } from './api.ts'
import type { OwnPost, PostFields } from './fields/post-fields.ts'
import { PostForm } from './post-form.tsx'
import { OtherDrafts } from './saving/other-drafts.tsx'
import { changeKind, type Draft, newPostDrafts } from './saving/post-draft.ts'

/** Where to go after saving a post, and the toast to show: to the post, or back to the form if nothing was changed. */
export function afterSaving(saved: SavedPost): { path: string; title: string; text: string } {
  if (saved.revision === 'pending')
    return {
      path: postPath(saved),
      title: 'Abgeschickt',
      text: 'Deine Änderung wird geprüft. Bis dahin bleibt die alte Fassung stehen.',
    }
  if (saved.status === 'rejected' || saved.revision === 'rejected')
    return {
      path: editPostPath(saved.id),
      title: 'Noch abgelehnt',
      text: 'Erst wenn du etwas änderst, schaut sich das Team den Beitrag noch einmal an.',
    }
  if (saved.status === 'approved')
    return { path: postPath(saved), title: 'Veröffentlicht', text: 'Dein Beitrag ist online.' }
  return {
    // Its author finds it at the address it will have.
    path: postPath(saved),
    title: 'Abgeschickt',
    text: 'Dein Beitrag wird geprüft. Du findest ihn unter „Meine Inhalte“.',
  }
}

/** Returns a function that navigates to the saved post. */
function useOnSaved(): (saved: SavedPost) => void {
  const router = useRouter()
  return (saved) => {
    const { path, title, text } = afterSaving(saved)
    showToast({ title, text })
    void router.navigate({ to: path })
  }
}

type CreateProps = {
  /** Null: none was asked for. */
  type: PostType | null
  onType: (type: PostType) => void
  /** Shown to guests. */
  guest: ReactNode
}

/** `/trashtalk/erstellen` for members. */
export function CreateEditor({ guest, ...props }: CreateProps) {
  const member = useWriter()
  return member ? <NewPost key={member} member={member} {...props} /> : guest
}

/** Opens with the draft that was written last, unless a kind was asked for. */
function NewPost({ member, type: asked, onType }: Omit<CreateProps, 'guest'> & { member: string }) {
  const onSaved = useOnSaved()
  const leave = useRef<() => Draft>(null)
  const [shown, setShown] = useState<PostType>(() => asked ?? newPostDrafts(member)[0]?.type ?? 'rumor')
  const type = asked ?? shown
  if (type !== shown) setShown(type)
  const [carried, setCarried] = useState<{ to: PostType; fields: PostFields } | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<PostType>(null)
  // The button that opened a draft is gone.
  useEffect(() => {
    if (opened.current === type) place.current?.querySelector<HTMLElement>('form textarea')?.focus()
    opened.current = null
  }, [type])

  const choose = (next: PostType) => {
    if (next === type) return
    const fields = leave.current && changeKind(member, type, next, leave.current())
    setCarried(fields && { to: next, fields })
    onType(next)
  }
  return (
    <div ref={place} className="grid gap-6">
      <KindChoice type={type} onChoose={choose} />
      <OtherDrafts
        member={member}
        type={type}
        onChoose={(next) => {
          opened.current = next
          choose(next)
        }}
      />
      <PostForm
        key={type}
        member={member}
        type={type}
        carried={carried?.to === type ? carried.fields : null}
        leave={leave}
        onSaved={(saved) => {
          setCarried(null)
          onSaved(saved)
        }}
      />
    </div>
  )
}

const descriptions: Record<PostType, string> = {
  rumor: 'Du hast was gehört. Die anderen sagen, ob sie es glauben.',
  poll: 'Du fragst, alle stimmen ab.',
  discussion: 'Du machst ein Thema auf, alle reden mit.',
}

type KindProps = { type: PostType; onChoose: (type: PostType) => void }

/** Selects the kind of the new post. */
function KindChoice({ type, onChoose }: KindProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <Segmented label="Was wird’s?">
        {postKinds.map((kind) => (
          <button key={kind.type} type="button" aria-pressed={kind.type === type} onClick={() => onChoose(kind.type)}>
            {kind.label}
          </button>
        ))}
      </Segmented>
      <p className="meta" role="status">
        {descriptions[type]}
      </p>
    </div>
  )
}

type EditProps = {
  id: string
  /** Shown to guests. */
  guest: ReactNode
}

/** `/trashtalk/bearbeiten/{id}`: the member's post, its status and its fields. */
export function EditEditor({ id, guest }: EditProps) {
  const member = useWriter()
  return member ? <OwnPostEditor key={`${member} ${id}`} member={member} id={id} /> : guest
}

function OwnPostEditor({ member, id }: { member: string; id: string }) {
  const onSaved = useOnSaved()
  const { data: own, isError, refetch } = useQuery(ownPostQuery(member, id))
  if (own === undefined && isError)
    return <ErrorState title="Dein Beitrag konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (own === undefined) return <EditorSkeleton />
  if (own === null)
    return (
      <EmptyState
        emoji="🫥"
        title="Diesen Beitrag findest du nicht."
        text="Er ist gelöscht, oder jemand anders hat ihn geschrieben."
      >
        <Link to="/account/inhalte" className={buttonClass({ variant: 'strong' })}>
          Meine Inhalte
        </Link>
      </EmptyState>
    )
  return (
    <div className="grid gap-6">
      <PostStatusCallout post={own} />
      <PostForm member={member} type={own.type} own={own} onSaved={onSaved}>
        <Link to="/account/inhalte" className="link">
          Meine Inhalte
        </Link>
      </PostForm>
    </div>
  )
}

/** Placeholders while the post loads. */
function EditorSkeleton() {
  return (
    <div className="grid max-w-180 gap-5" role="status">
      <VisuallyHidden>Dein Beitrag wird geladen</VisuallyHidden>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-48" />
      <Skeleton className="h-12" />
    </div>
  )
}

/** The status of the member's post, and what that means for editing it. */
function PostStatusCallout({ post }: { post: OwnPost }) {
  return (
    <div role="status">
      {post.status === 'pending' && (
        <Callout kind="warn">
          <b>
            <Link to={postPath(post)} className="link">
              Dein Beitrag
            </Link>{' '}
            wird geprüft …
          </b>{' '}
          Bis dahin sehen ihn nur du und das Team. Meist geht das schneller als eine Werbepause.
        </Callout>
      )}
      {post.status === 'rejected' && (
        <Callout kind="warn">
          <p>
            <b>Dein Beitrag wurde abgelehnt.</b>
            <span>{` Grund: ${post.rejection_reason ?? 'Das Team hat keinen genannt.'}`}</span>
          </p>
          <p>
            Ändere ihn und schick ihn noch einmal ab. Die Regeln stehen in den{' '}
            <Link to="/community-guidelines" className="link">
              Community-Guidelines
            </Link>
            .
          </p>
          <AppealLink decision={post.decision} />
        </Callout>
      )}
      {post.revision && <RevisionCallout post={post} revision={post.revision} />}
      {post.status === 'approved' && !post.revision && (
        <Callout kind="ok">
          <b>Dein Beitrag ist veröffentlicht.</b> Hier{' '}
          <Link to={postPath(post)} className="link">
            steht er
          </Link>
          . Wenn du ihn änderst, schaut das Team vielleicht noch einmal drüber; so lange bleibt die alte Fassung stehen.
        </Callout>
      )}
    </div>
  )
}

/** The form then has the text of the change, and the post is as before. */
function RevisionCallout({ post, revision }: { post: OwnPost; revision: PostRevision }) {
  const published = (
    <Link to={postPath(post)} className="link">
      die alte Fassung
    </Link>
  )
  if (revision.status === 'pending')
    return (
      <Callout kind="warn">
        <p>
          <b>Deine Änderung wird geprüft …</b> Bis dahin steht {published} online. Du kannst hier weiter daran
          schreiben.
        </p>
      </Callout>
    )
  return (
    <Callout kind="warn">
      <p>
        <b>Deine Änderung wurde abgelehnt.</b> Grund: {revision.reason}
      </p>
      <p>Online steht {published}. Hier ist deine Änderung: Überarbeite sie und schick sie noch einmal ab.</p>
      <AppealLink decision={revision.decision} />
    </Callout>
  )
}

/**
 * Id of the member whose text is on the page: the current one or, if the server ended the session while they were
 * writing, the previous one. Null for guests and after signing out.
 */
function useWriter(): string | null {
  const viewer = useViewer()
  const present = viewer.state === 'member' ? viewer.user.id : null
  const [writer, setWriter] = useState(present)
  if (present && present !== writer) setWriter(present)
  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event.kind === 'signed-out' && !event.refused) setWriter(null)
      }),
    [],
  )
  return present ?? writer
}
