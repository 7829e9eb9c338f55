import { useBlocker } from '@tanstack/react-router'
import { DiscardQuestion } from '../overlays/dialog.tsx'

type Place = { pathname: string; search: unknown }
const addressOf = ({ pathname, search }: Place) => JSON.stringify([pathname, search])

/**
 * Asks before leaving a page with unsaved input; the browser asks when the tab is closed.
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
