import { useBlocker } from '@tanstack/react-router'
import { DiscardQuestion } from './dialog.tsx'

type PageLocation = { pathname: string; search: unknown }
const addressOf = ({ pathname, search }: PageLocation) => JSON.stringify([pathname, search])

type GuardProps = { isUnsaved: boolean; onDiscard?: (() => void) | undefined }

/**
 * Shows a confirmation before navigating away from unsaved input; when the tab is closed, the browser shows its own.
 * Code that navigates after saving or deleting passes `ignoreBlocker`.
 */
export function UnsavedGuard({ isUnsaved, onDiscard }: GuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => addressOf(current) !== addressOf(next),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const discard = () => {
    onDiscard?.()
    proceed()
  }
  return <DiscardQuestion onDiscard={discard} onStay={reset} />
}
