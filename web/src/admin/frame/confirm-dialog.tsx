import type { ReactNode } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { ConfirmDialog as Question } from '#web/ui/overlays/confirm-dialog.tsx'

type Props = {
  title: ReactNode
  /** What happens then. */
  text: ReactNode
  /** The button: `Löschen`. */
  confirm: string
  danger?: boolean
  /** Texts of this action by refusal, as for `useAction`. */
  special?: Readonly<Record<string, string>>
  /** When it throws, the dialog stays with the message; otherwise it closes itself. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** The last question before something that is hard to take back. Shown as long as it is rendered. */
export function ConfirmDialog({ confirm, special, onConfirm, onClose, ...question }: Props) {
  const action = useAction(special)
  const go = async () => {
    if (await action.run(onConfirm)) onClose()
  }
  return (
    <Question
      {...question}
      confirm={action.busy ? 'Einen Moment …' : confirm}
      busy={action.busy}
      failure={action.failure}
      onConfirm={go}
      onClose={onClose}
    />
  )
}
