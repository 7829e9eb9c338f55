import type { UnpublishedPost as Unpublished } from '@hot/domain/contract/community'
import { postListPath } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { subjectNames } from '@hot/domain/post/sensitive-subjects'
import { longDateTime } from '@hot/domain/time/german-date'
import { editPostPath } from '@hot/domain/url/paths'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { MemberText } from '#web/entities/member/member-text.tsx'
import { AppealLink } from '#web/entities/post/appeal-link.tsx'
import { kindLabel, kindListLabel, PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostTags } from '#web/entities/post/post-tags.tsx'
import { PollResults, pollEnd } from '#web/entities/post/reactions/poll.tsx'
import { RumorBar } from '#web/entities/post/reactions/post-vote.tsx'
import { RumorSource } from '#web/entities/post/rumor-callout.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { announce } from '#web/ui/feedback/announce.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Breadcrumb } from '#web/ui/layout/navigation.tsx'

type Address = { type: PostType | null; day: string | null; slug: string }
type Post = NonNullable<Unpublished>

/** A post that is not public, for its author and staff. Never persisted on the device. */
const unpublishedQuery = (member: string, { type, day, slug }: Address) =>
  queryOptions({
    queryKey: ['account', member, 'unpublished', type, day, slug],
    queryFn: ({ signal }) => rpc('unpublished_post', { p_type: type, p_day: day, p_slug: slug }, signal),
    staleTime: 0,
  })

type Props = { address: Address; notFound: ReactNode }

/** The page of a post that waits for approval or was rejected: as it will look, and what is up with it. */
export function UnpublishedPost({ address, notFound }: Props) {
  const who = useViewer()
  const member = who.state === 'member' ? who.user.id : ''
  const { data: post, isError, refetch } = useQuery({ ...unpublishedQuery(member, address), enabled: member !== '' })
  const showPublished = useShowPublished()
  const isPublished = post?.status === 'approved'
  useTitle(member && post !== null ? titleOf(post) : null)
  useEffect(() => {
    if (isPublished) showPublished()
  }, [isPublished, showPublished])
  if (!member || post === null) return notFound
  if (post === undefined && isError)
    return (
      <div className="page">
        <ErrorState
          title="Der Beitrag konnte nicht geladen werden"
          text="Prüf deine Verbindung und versuch es noch einmal."
          onRetry={() => void refetch()}
        />
      </div>
    )
  if (post === undefined || isPublished)
    return (
      <div className="page grid gap-4" role="status">
        <VisuallyHidden>Der Beitrag wird geladen</VisuallyHidden>
        <Skeleton className="h-12" />
        <Skeleton className="h-48" />
      </div>
    )
  return (
    <div className="page">
      <article className="grid max-w-192 min-w-0 content-start gap-4">
        <PostState post={post} />
        <Post post={post} />
      </article>
    </div>
  )
}

const titleOf = (post: Post | undefined): string => {
  if (!post) return 'Beitrag – HoT'
  return `${post.status === 'pending' ? 'Wird geprüft' : 'Abgelehnt'}: ${post.text.title} – HoT`
}

/** The page's title instead of the one of an unknown address, which is what this one is for everybody else. Said once it is known. */
function useTitle(title: string | null): void {
  const isKnown = title !== titleOf(undefined)
  useLayoutEffect(() => {
    if (title === null) return
    const before = document.title
    document.title = title
    return () => {
      // Another page has set its own by now.
      if (document.title === title) document.title = before
    }
  }, [title])
  useEffect(() => {
    if (title !== null && isKnown) announce(title)
  }, [title, isKnown])
}

/** Returns a function that loads the route again, which then finds the post. */
function useShowPublished(): () => void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [show] = useState(() => () => {
    for (const queryKey of [
      ['posts', 'one'],
      ['posts', 'path'],
    ])
      queryClient.removeQueries({ queryKey, predicate: ({ state }) => state.data === null })
    void router.invalidate()
  })
  return show
}

/** What is up with the post, and what its author can do. */
function PostState({ post }: { post: Post }) {
  if (post.status === 'pending')
    return (
      <Callout kind="warn">
        <p role="status">
          <b>Wird geprüft.</b>{' '}
          <span>
            {post.is_own
              ? 'Bis das Team draufgeschaut hat, sehen diesen Beitrag nur du und das Team. Meist geht das schneller als eine Werbepause.'
              : 'Diesen Beitrag sehen nur das Team und wer ihn geschrieben hat.'}
          </span>
        </p>
        {post.is_own && post.sensitive.length > 0 && (
          <p className="mt-2">
            Es geht wohl um {subjectNames(post.sensitive)}. Was Menschen so treffen kann, liest immer erst jemand vom
            Team, egal wer es schreibt. Mit einer Quelle geht es schneller.
          </p>
        )}
        <OwnActions post={post} />
      </Callout>
    )
  return (
    <Callout kind="warn">
      <p role="status">
        <b>Abgelehnt.</b>
        <span>{` Grund: ${post.rejection_reason ?? 'Das Team hat keinen genannt.'}`}</span>
      </p>
      {post.is_own && (
        <p>
          Ändere ihn und schick ihn noch einmal ab. Die Regeln stehen in den{' '}
          <Link to="/community-guidelines" className="link">
            Community-Guidelines
          </Link>
          .
        </p>
      )}
      <OwnActions post={post} />
    </Callout>
  )
}

function OwnActions({ post }: { post: Post }) {
  if (!post.is_own) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={editPostPath(post.id)} className={buttonClass({ small: true })}>
        Bearbeiten
      </Link>
      <AppealLink decision={post.decision} />
      <Link to="/account/inhalte" className="link">
        Meine Inhalte
      </Link>
    </div>
  )
}

/** The post as it will look. */
function Post({ post }: { post: Post }) {
  const { text } = post
  const [now] = useState(() => serverInstant())
  const end = pollEnd(text.poll_ends_at, now)
  return (
    <>
      <Breadcrumb>
        <Link to="/trashtalk" className="link">
          Trashtalk
        </Link>
        <Link to={postListPath(post.type)} className="link">
          {kindListLabel(post.type)}
        </Link>
      </Breadcrumb>
      <div className="flex flex-wrap items-center gap-2 text-small">
        <PostTypeBadge type={post.type} />
        <b>{kindLabel(post.type)}</b>
        {post.type === 'rumor' && <RumorStatusBadge status="unverified" />}
      </div>
      <h1 className="wrap-anywhere">{text.title}</h1>
      <div className="signed">
        <MemberLine member={post.author} size={48}>
          <br />
          <time dateTime={post.created_at}>{longDateTime(post.created_at)}</time>
        </MemberLine>
      </div>
      <div className="prose text-lead wrap-anywhere">
        {text.content && (
          <div>
            <MemberText text={text.content} />
          </div>
        )}
        {post.type === 'rumor' && <RumorSource url={text.source_url} />}
      </div>
      <PostTags tags={text.tags} />
      {post.type !== 'discussion' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-2 border-ink bg-sheet p-4">
          {post.type === 'rumor' ? (
            <RumorBar agree={0} disagree={0} tall />
          ) : (
            <PollResults options={text.options.map((option) => ({ id: option, text: option, votes: 0 }))} />
          )}
          {end && <p className="meta">{end.text}</p>}
        </div>
      )}
    </>
  )
}
