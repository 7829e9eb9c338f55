import { useEffect, useRef } from 'react'

/** Letters belong to what is typed in, and to a dialog while one is open. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]')) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null
}

/** Calls `press` for these letters, wherever the focus is on the page. `keys` must not change. */
export function useLetterKeys<Key extends string>(keys: readonly Key[], press: (key: Key) => void): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      const pressed = keys.find((key) => key === event.key.toLowerCase())
      if (!pressed || isTaken(event.target)) return
      event.preventDefault()
      latest.current(pressed)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [keys])
}
