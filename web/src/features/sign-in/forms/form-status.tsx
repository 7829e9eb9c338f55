import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/media/icon.tsx'
import type { Sending } from './use-sending.ts'

type Props = {
  sending: Sending
  /** What went wrong, in a sentence. The toast has announced it. */
  trouble?: string | null
  /** A way out of the trouble. */
  children?: ReactNode
}

/** The line above a form's button: a failure stays readable here when its toast has gone, and slowness is admitted. */
export function FormStatus({ sending, trouble, children }: Props) {
  return (
    <div className="sign-in-status">
      <p role="status">{sending.slow && 'Das dauert länger als sonst. Wir sind noch dran, lass das Fenster offen.'}</p>
      {sending.running && <div className="sign-in-waiting" />}
      {!sending.running && trouble && (
        <p className="field-error">
          <Icon of={TriangleAlert} size={16} />
          {trouble}
        </p>
      )}
      {!sending.running && children}
    </div>
  )
}
