import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Place = { pathname: string; search: unknown }
const addressOf = ({ pathname, search }: Place) => JSON.stringify([pathname, search])

/**
 * Asks before a page is left on which something was typed that is not saved; the browser asks where the tab is closed.
 * Whoever goes on by themselves after saving or deleting navigates with `ignoreBlocker`.
 */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => addressOf(current) !== addressOf(next),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Änderungen verwerfen?"
      text="Was du hier eingetragen hast, ist noch nicht gespeichert."
      confirm="Verwerfen"
      cancel="Weiter bearbeiten"
      busy={false}
      failure={null}
      onConfirm={proceed}
      onClose={reset}
    />
  )
}
