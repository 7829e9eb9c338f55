import { useEffect, useRef } from 'react'

/** J and K go down and up; A no violation, D delete, W warn, S ban. */
export type DeskKey = 'j' | 'k' | 'a' | 'd' | 'w' | 's'
const deskKeys: readonly string[] = ['j', 'k', 'a', 'd', 'w', 's'] satisfies DeskKey[]
const isDeskKey = (key: string): key is DeskKey => deskKeys.includes(key)

/** Letters belong to what is typed in, and to a dialog while one is open. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]')) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null
}

/** Calls `press` for the keys of the desk, wherever the focus is on the page. */
export function useDeskKeys(press: (key: DeskKey) => void): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (!isDeskKey(key) || isTaken(event.target)) return
      event.preventDefault()
      latest.current(key)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
