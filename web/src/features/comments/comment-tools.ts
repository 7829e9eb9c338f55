import { createContext, useEffect, useState } from 'react'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** Everything for writing comments, in one module that is loaded for members only. */
export type CommentTools = typeof import('./member-tools.tsx')['memberTools']

const loadTools = (): Promise<CommentTools> => import('./member-tools.tsx').then(({ memberTools }) => memberTools)

const notLoaded = () =>
  showToast({
    kind: 'error',
    title: 'Das ließ sich gerade nicht laden.',
    text: 'Prüf deine Verbindung und versuch es noch einmal.',
  })

/** The loaded tools; null for guests, and until they are loaded. */
export const CommentToolsContext = createContext<CommentTools | null>(null)

/** Loads the tools for members; call it once, in the list. After a failure it tries again once online. */
export function useMemberTools(): CommentTools | null {
  const [tools, setTools] = useState<CommentTools | null>(null)
  const isMember = useViewer().state === 'member'
  useEffect(() => {
    if (!isMember) return
    const load = () => loadTools().then((loaded) => setTools(() => loaded), waitForNetwork)
    const waitForNetwork = () => window.addEventListener('online', load, { once: true })
    void load()
    return () => window.removeEventListener('online', load)
  }, [isMember])
  return isMember ? tools : null
}

/** For actions on comments: guests sign in first, in a dialog, and the action runs afterwards. */
export function useCommentAct(): (action: (tools: CommentTools) => void) => void {
  const gate = useSignInGate({ description: 'Zum Mitmachen brauchst du ein Konto. Bitte melde dich an:' })
  return (action) => gate(() => void loadTools().then(action, notLoaded))
}
