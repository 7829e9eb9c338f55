import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { onDiscard: () => void; onKeep: () => void }

/** Asked before what somebody typed is lost. */
export function DiscardQuestion({ onDiscard, onKeep }: Props) {
  return (
    <ConfirmDialog
      title="Eingaben verwerfen?"
      text="Was du hier eingetragen hast, geht dann verloren."
      confirm="Verwerfen"
      cancel="Weiter bearbeiten"
      busy={false}
      failure={null}
      onConfirm={onDiscard}
      onClose={onKeep}
    />
  )
}
