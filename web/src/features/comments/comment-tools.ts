import { useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { choiceCode } from '#web/lib/offline/queued-writes/use-choose.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** Everything for writing comments, in one module that is loaded for members only. */
export type CommentTools = typeof import('./member-tools.tsx')['memberTools']

const loadTools = (): Promise<CommentTools> => import('./member-tools.tsx').then(({ memberTools }) => memberTools)

/** What loads folded replies, for guests too. */
export const loadReplies = () => import('./more-replies.ts')

const notLoadedText = {
  title: 'Das ließ sich gerade nicht laden.',
  text: 'Prüf deine Verbindung und versuch es noch einmal.',
}
export const notLoaded = () => showToast({ ...notLoadedText, kind: 'error' })

/** The code of reactions to comments. */
export const reactionCode = choiceCode(
  async (client) => (await import('#web/entities/comment/comment-reactions.ts')).commentReactions(client),
  notLoadedText,
)

/** The loaded tools; null for guests, and until they are loaded. */
export const CommentToolsContext = createContext<CommentTools | null>(null)

/** Loads the tools for members; call it once, in the list. After a failure it tries again once online. */
export function useMemberTools(): CommentTools | null {
  const [tools, setTools] = useState<CommentTools | null>(null)
  const isMember = useViewer().state === 'member'
  const client = useQueryClient()
  useEffect(() => {
    if (!isMember) return
    const load = () =>
      Promise.all([loadTools(), reactionCode.load(client)]).then(([loaded]) => setTools(() => loaded), waitForNetwork)
    const waitForNetwork = () => window.addEventListener('online', load, { once: true })
    void load()
    return () => window.removeEventListener('online', load)
  }, [isMember, client])
  return isMember ? tools : null
}

/** Why a guest is asked to sign in. */
export const joinIn = 'Zum Mitmachen brauchst du ein Konto. Bitte melde dich an:'

/** For actions on comments: guests sign in first, in a dialog, and the action runs afterwards. */
export function useCommentAct(): (action: (tools: CommentTools) => void) => void {
  const gate = useSignInGate({ description: joinIn })
  return (action) => gate(() => void loadTools().then(action, notLoaded))
}
