import { useBlocker } from '@tanstack/react-router'
import { DiscardQuestion } from './dialog.tsx'

type PageLocation = { pathname: string; search: unknown }
const addressOf = ({ pathname, search }: PageLocation) => JSON.stringify([pathname, search])

/**
 * Shows a confirmation before navigating away from unsaved input; when the tab is closed, the browser shows its own.
 * Code that navigates after saving or deleting passes `ignoreBlocker`.
 */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => addressOf(current) !== addressOf(next),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return <DiscardQuestion onDiscard={proceed} onStay={reset} />
}
