import type { ReactNode } from 'react'
import { MembersOnly, SignInRequired } from '#web/entities/member/members-only.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'

type Editor = typeof import('./post-editor.tsx')
const load = () => import('./post-editor.tsx')

type Props = { children: (editor: Editor, guest: ReactNode) => ReactNode }

/** Renders a sign-in prompt for guests, the editor for members. */
export function PostEditorSlot({ children }: Props) {
  const guest = <SignInRequired as="h2" text="Zum Schreiben brauchst du ein Konto. Bitte melde dich an:" />
  const failed = (
    <ErrorState
      title="Der Editor lässt sich gerade nicht laden"
      text="Prüf deine Verbindung und versuch es noch einmal."
      onRetry={() => window.location.reload()}
    />
  )
  return (
    <MembersOnly load={load} fallback={guest} loading={<p role="status">Der Editor wird geladen …</p>} failed={failed}>
      {(editor) => children(editor, guest)}
    </MembersOnly>
  )
}
