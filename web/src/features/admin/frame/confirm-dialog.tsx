import type { ReactNode } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

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
export function ConfirmDialog({ title, text, confirm, danger = true, special, onConfirm, onClose }: Props) {
  const action = useAction(special)
  const go = async () => {
    if (await action.run(onConfirm)) onClose()
  }
  return (
    <Dialog open onClose={() => !action.busy && onClose()} title={title} description={text}>
      <FormFailure text={action.failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant={danger ? 'danger' : 'strong'} onClick={go} disabled={action.busy}>
          {action.busy ? 'Einen Moment …' : confirm}
        </Button>
        <Button onClick={onClose} disabled={action.busy}>
          Abbrechen
        </Button>
      </div>
    </Dialog>
  )
}
