import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Index of the entry that a key moves to from the current one (−1: none yet), or null for other keys. */
export function menuStep(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count
    case 'ArrowUp':
      return current <= 0 ? count - 1 : current - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

function close(details: HTMLDetailsElement): void {
  const hadFocus = details.contains(document.activeElement)
  details.open = false
  if (hadFocus) details.querySelector('summary')?.focus()
}

function closeAllBut(root: HTMLElement, target: EventTarget | null): void {
  for (const details of root.querySelectorAll<HTMLDetailsElement>('details[open]'))
    if (!(target instanceof Node && details.contains(target))) details.open = false
}

function moveFocus(details: HTMLDetailsElement, key: string): boolean {
  const items = [...details.querySelectorAll<HTMLElement>('a, button')]
  const next = menuStep(
    key,
    items.findIndex((item) => item.isSameNode(document.activeElement)),
    items.length,
  )
  if (next === null) return false
  details.open = true
  items[next]?.focus()
  return true
}

function onKeyDown(event: KeyboardEvent): void {
  const details = event.target instanceof Element ? event.target.closest('details') : null
  if (!details) return
  if (event.key === 'Escape' && details.open) close(details)
  else if (event.target instanceof HTMLInputElement || !moveFocus(details, event.key)) return
  event.preventDefault()
}

/** Back closes an opened menu. Loaded with the first one that is opened. */
async function onOpened(target: EventTarget | null, history: RouterHistory): Promise<void> {
  if (!(target instanceof HTMLDetailsElement && target.open)) return
  const { followOpened } = await import('./overlay-history.ts')
  followOpened(target, history)
}

/**
 * Turns native `<details>` in the element into dropdowns: Escape, Back, arrow keys, closing on navigation and on a press or focus
 * outside. Opening is left to the browser, so the menus also work before and without JavaScript.
 */
export function useDisclosures<Root extends HTMLElement>(): RefObject<Root | null> {
  const ref = useRef<Root>(null)
  const router = useRouter()
  useEffect(() => {
    const root = ref.current
    if (!root) return
    const elsewhere = (event: Event) => closeAllBut(root, event.target)
    const stopFollowing = router.subscribe('onBeforeNavigate', () => closeAllBut(root, null))
    const opened = (target: EventTarget | null) => void onOpened(target, router.history).catch(console.warn)
    const toggled = (event: Event) => opened(event.target)
    // Before the page was alive, the browser opened it alone.
    for (const details of root.querySelectorAll('details[open]')) opened(details)
    root.addEventListener('toggle', toggled, { capture: true })
    root.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      stopFollowing()
      root.removeEventListener('toggle', toggled, { capture: true })
      root.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [router])
  return ref
}
