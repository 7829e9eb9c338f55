import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { ConfirmDialog as Question } from '#web/ui/overlays/confirm-dialog.tsx'

type Props = {
  title: string
  text: string
  confirm: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something that cannot be undone. Stays open, with a sentence, when it does not work. */
export function ConfirmDialog({ onConfirm, onClose, ...question }: Props) {
  const action = useAction()
  const act = async () => {
    if (await action.run(onConfirm)) onClose()
  }
  return <Question {...question} busy={action.busy} failure={action.failure} onConfirm={act} onClose={onClose} />
}
