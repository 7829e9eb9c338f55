import { useBlocker } from '@tanstack/react-router'
import { DiscardQuestion } from '../overlays/discard-question.tsx'

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
  return <DiscardQuestion onDiscard={proceed} onKeep={reset} />
}
