import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { ConfirmDialog as Question } from '#web/ui/overlays/dialog.tsx'

type Props = {
  title: string
  text: string
  confirm: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Confirmation before something that cannot be undone. On failure it stays open with an error message. */
export function ConfirmDialog({ onConfirm, onClose, ...question }: Props) {
  const { busy, failure, run } = useWrite(onConfirm, { onDone: onClose })
  return <Question {...question} busy={busy} failure={failure} onConfirm={() => void run()} onClose={onClose} />
}
