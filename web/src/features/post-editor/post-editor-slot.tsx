import { type ReactNode, useState } from 'react'
import { SignInRequired } from '#web/entities/member/sign-in-required.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'

type Editor = typeof import('./post-editor.tsx')
const load = () => import('./post-editor.tsx')

type Props = { children: (editor: Editor, guest: ReactNode) => ReactNode }

/** What guests see where posts are written, and the place of the editor once a member is there. */
export function PostEditorSlot({ children }: Props) {
  const viewer = useViewer()
  const [failed, setFailed] = useState(false)
  const [fail] = useState(() => () => setFailed(true))
  const editor = useArrival(viewer.state === 'member', load, fail)
  const guest = <SignInRequired as="h2" text="Zum Schreiben brauchst du ein Konto. Bitte melde dich an:" />
  if (editor) return children(editor, guest)
  if (viewer.state !== 'member') return guest
  if (!failed) return <p role="status">Der Editor wird geladen …</p>
  return (
    <ErrorState
      title="Der Editor lässt sich gerade nicht laden"
      text="Prüf deine Verbindung und versuch es noch einmal."
      onRetry={() => window.location.reload()}
    />
  )
}
