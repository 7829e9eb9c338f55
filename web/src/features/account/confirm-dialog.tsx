import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

type Props = {
  title: string
  text: string
  confirm: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something that cannot be undone. Stays open, with a sentence, when it does not work. */
export function ConfirmDialog({ title, text, confirm, onConfirm, onClose }: Props) {
  const action = useAction()
  const act = async () => {
    if (await action.run(onConfirm)) onClose()
  }
  return (
    <Dialog open onClose={() => !action.busy && onClose()} title={title} description={text}>
      <FormFailure text={action.failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" onClick={act} disabled={action.busy}>
          {confirm}
        </Button>
        <Button onClick={onClose} disabled={action.busy}>
          Abbrechen
        </Button>
      </div>
    </Dialog>
  )
}
