import { useRouterState } from '@tanstack/react-router'

/**
 * A bar under the header while the next page loads. It fades in late (styles), so quick navigations show nothing,
 * and it is laid over the page, so nothing moves.
 */
export function NavigationProgress() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  if (!pending) return null
  return (
    <div
      role="progressbar"
      aria-label="Seite wird geladen"
      className="fixed inset-x-0 top-[calc(var(--header-h)+var(--safe-top,0px))] z-40 h-1 animate-[fade_200ms_300ms_both] overflow-hidden bg-rule"
    >
      <div className="h-full -translate-x-full animate-[sweep_1.2s_linear_infinite] bg-hot" />
    </div>
  )
}
