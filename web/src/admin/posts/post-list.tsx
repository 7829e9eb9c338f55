import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { postOutcomeText } from '@hot/domain/post/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useLetterKeys } from '../kit/screen.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { PostActionName } from './post-actions.tsx'
import { PostRow, rowId } from './post-row.tsx'
import type { Decision } from './posts-queries.ts'
import { RumorDialog } from './rumor-dialog.tsx'
import { usePicked } from './use-picked.ts'
import type { PostDecisions } from './use-post-decisions.ts'

/** A approve, R reject, D delete; J and K go down and up. */
const queueKeys = ['a', 'r', 'd', 'j', 'k'] as const

type Open =
  | { name: 'reject' | 'delete'; posts: readonly AdminPost[] }
  | { name: 'rumor' | 'edit'; post: AdminPost }
  | null
type Props = { posts: readonly AdminPost[]; now: string; decisions: PostDecisions }

const keyActions = { a: 'approve', r: 'reject', d: 'delete' } as const

/** The posts with their keys, ticks and dialogs. */
export function PostList({ posts, now, decisions }: Props) {
  const queryClient = useQueryClient()
  const [currentId, setCurrentId] = useState<string | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const picked = usePicked()
  const current = posts.find(({ id }) => id === currentId) ?? posts[0]
  const ticked = posts.filter(({ id }) => picked.ids.has(id))
  const close = () => setOpen(null)

  const decide = (chosen: readonly AdminPost[], decision: Decision, reason: string | null) => {
    // The keys go on with the next one.
    const last = posts.findIndex(({ id }) => id === chosen.at(-1)?.id)
    setCurrentId((posts[last + 1] ?? posts[last - 1])?.id ?? null)
    picked.replace([])
    decisions.decide(chosen, decision, reason)
  }
  const start = (chosen: readonly AdminPost[], decision: Decision) => {
    if (decision === 'approve') decide(chosen, decision, null)
    else setOpen({ name: decision, posts: chosen })
  }
  const act = (post: AdminPost, name: PostActionName) => {
    setCurrentId(post.id)
    if (name === 'rumor' || name === 'edit') setOpen({ name, post })
    else start([post], name)
  }
  useLetterKeys(queueKeys, (key) => {
    if (!current) return
    if (key === 'j' || key === 'k') {
      const next = posts[posts.indexOf(current) + (key === 'j' ? 1 : -1)]
      if (!next) return
      setCurrentId(next.id)
      document.getElementById(rowId(next.id))?.scrollIntoView({ block: 'nearest' })
      return
    }
    const isDone = (key === 'a' && current.status === 'approved') || (key === 'r' && current.status === 'rejected')
    if (!isDone) act(current, keyActions[key])
  })
  const told = (outcome: PostOutcome) => {
    const text = postOutcomeText(outcome)
    showToast(text ? { title: text, kind: 'error' } : { title: 'Gespeichert.' })
    for (const queryKey of [['admin'], ['posts'], ['home']]) void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <>
      <BulkBar
        picked={ticked.length}
        total={posts.length}
        onAll={() => picked.replace(posts.map(({ id }) => id))}
        onNone={() => picked.replace([])}
        onDecide={(decision) => start(ticked, decision)}
      />
      <div className="queue">
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            now={now}
            current={post.id === current?.id}
            picked={picked.ids.has(post.id)}
            onCurrent={() => setCurrentId(post.id)}
            onPick={(is) => picked.pick(post.id, is)}
            onAct={(name) => act(post, name)}
          />
        ))}
      </div>
      {(open?.name === 'reject' || open?.name === 'delete') && (
        <DecisionDialog
          decision={open.name}
          posts={open.posts}
          onReason={(reason) => decide(open.posts, open.name, reason)}
          onClose={close}
        />
      )}
      {open?.name === 'rumor' && open.post.rumor && (
        <RumorDialog post={open.post} rumor={open.post.rumor} onDone={told} onClose={close} />
      )}
      {open?.name === 'edit' && <EditDialog post={open.post} onDone={told} onClose={close} />}
    </>
  )
}
