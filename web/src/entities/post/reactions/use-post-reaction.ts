import type { PostCard } from '@hot/domain/contract/post'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { type Mark, useOwnMark } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { PostMark } from '../post-counts.ts'
import type { PostMarks } from './post-reaction-queue.ts'

/** Kept, because even a module that is here comes too late for the next frame when it is imported. */
let marks: PostMarks | undefined

async function load(queryClient: QueryClient): Promise<PostMarks> {
  const { postMarks } = await import('./post-reaction-queue.ts')
  marks = postMarks(queryClient)
  return marks
}

/** The viewer's own mark on a post and how to set it: guests sign in first. Only for members any code is loaded. */
export function usePostMark(kind: PostMark, { id }: PostCard) {
  const queryClient = useQueryClient()
  const gate = useSignInGate({ description: 'Zum Mitmachen brauchst du ein Konto. Bitte melde dich an:' })
  const who = useViewer()
  const member = who.state === 'member' && who.user.id
  useEffect(() => {
    // Without a network the marks stay unknown until the person acts or comes back.
    if (member)
      load(queryClient).then(
        ({ bring }) => bring(id),
        () => {},
      )
  }, [member, id, queryClient])
  const set = (mark: Mark) => {
    if (member && marks) marks.act(kind, id, mark)
    else
      gate(() => {
        load(queryClient).then(
          ({ act }) => act(kind, id, mark),
          () =>
            showToast({ kind: 'error', title: 'Das lässt sich gerade nicht laden.', text: 'Prüf deine Verbindung.' }),
        )
      })
  }
  return [useOwnMark(`${kind}:${id}`), set] as const
}
