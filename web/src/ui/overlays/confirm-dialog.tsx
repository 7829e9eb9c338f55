import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { FormFailure } from '../forms/form-failure.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: ReactNode
  /** What happens then. */
  text: ReactNode
  /** The button: `Löschen`. */
  confirm: ReactNode
  /** The way back. */
  cancel?: string
  danger?: boolean
  /** While it runs nothing can be pressed, and the dialog stays. */
  busy: boolean
  failure: string | null
  onConfirm: () => void
  onClose: () => void
}

/** The last question before something that is hard to take back. Shown as long as it is rendered. */
export function ConfirmDialog({ title, text, confirm, cancel = 'Abbrechen', ...props }: Props) {
  const { danger = true, busy, failure, onConfirm, onClose } = props
  return (
    <Dialog open onClose={() => !busy && onClose()} title={title} description={text}>
      <FormFailure text={failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant={danger ? 'danger' : 'strong'} onClick={onConfirm} disabled={busy}>
          {confirm}
        </Button>
        <Button onClick={onClose} disabled={busy}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  )
}
