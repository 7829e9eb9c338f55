import type { StarStatement } from '@hot/domain/contract/community'
import type { PostPage } from '@hot/domain/contract/post'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { MemberMenu } from '#web/entities/member/ties/block-buttons.tsx'
import { useFollow } from '#web/entities/member/ties/follows.tsx'
import { ModerateEntry } from '#web/entities/post/content-requests.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'

const StarAnswerDialog = lazy(() => import('./star-answer.tsx'))

/** For members: follow or silence the post, mute or block its author; for staff, decide about it. */
export function PostMenu({ post: { id, author, tags } }: { post: PostPage }) {
  const viewer = useViewer()
  const client = useQueryClient()
  const [answering, setAnswering] = useState<NonNullable<StarStatement> | null>(null)
  if (viewer.state !== 'member') return null
  const label = 'Mehr zu diesem Beitrag'
  const isOwn = author?.id === viewer.user.id
  const entries = (
    <>
      {!isOwn && <ModerateEntry type="post" id={id} />}
      {tags.some(({ kind }) => kind === 'star') && (
        <StarAnswerEntry post={id} userId={viewer.user.id} onOpen={setAnswering} />
      )}
      <PostFollow id={id} />
    </>
  )
  return (
    <>
      {!author || isOwn ? (
        <PopoverMenu label={label}>{entries}</PopoverMenu>
      ) : (
        <MemberMenu member={author} label={label}>
          {entries}
        </MemberMenu>
      )}
      {answering && (
        <Suspense fallback={null}>
          <StarAnswerDialog
            post={id}
            userId={viewer.user.id}
            statement={answering}
            ask={() => client.fetchQuery({ ...answerQuery(viewer.user.id, id), staleTime: 0 })}
            onClose={() => setAnswering(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function PostFollow({ id }: { id: string }) {
  const { current, busy, change } = useFollow({ type: 'post', id })
  const known = { type: 'button', disabled: busy || current === undefined } as const
  if (current === 'off')
    return (
      <button {...known} onClick={() => change(null, 'Von diesem Beitrag hörst du wieder.')}>
        Beitrag nicht mehr stumm
      </button>
    )
  return (
    <>
      {current ? (
        <button {...known} onClick={() => change(null, 'Du folgst diesem Beitrag nicht mehr.')}>
          Beitrag nicht mehr folgen
        </button>
      ) : (
        <button {...known} onClick={() => change('usual', 'Neue Kommentare hier meldet dir HoT.')}>
          Beitrag folgen
        </button>
      )}
      <button {...known} onClick={() => change('off', 'Von diesem Beitrag hörst du nichts mehr.')}>
        Beitrag stummschalten
      </button>
    </>
  )
}

/** Whether the member is the star whom a post is about, and what they have said about it. */
const answerQuery = (userId: string, post: string) =>
  queryOptions({
    queryKey: ['account', userId, 'star-statement', post],
    queryFn: ({ signal }) => rpc('star_statement', { p_post: post }, signal),
    staleTime: 60_000,
    meta: { personal: true },
  })

type EntryProps = { post: string; userId: string; onOpen: (statement: NonNullable<StarStatement>) => void }

/** In a post's menu, for the star whom it is about; nothing for others. */
function StarAnswerEntry({ post, userId, onOpen }: EntryProps) {
  const { data } = useQuery(answerQuery(userId, post))
  if (!data) return null
  return (
    <button type="button" onClick={() => onOpen(data)}>
      Stellung nehmen
    </button>
  )
}
