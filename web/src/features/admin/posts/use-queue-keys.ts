import { useEffect, useRef } from 'react'

/** Decisions §10: A approve, R reject, D delete; J and K go down and up. */
export type QueueKey = 'a' | 'r' | 'd' | 'j' | 'k'
const queueKeys: readonly string[] = ['a', 'r', 'd', 'j', 'k'] satisfies QueueKey[]

const isQueueKey = (key: string): key is QueueKey => queueKeys.includes(key)

/** Letters belong to what is typed in, and to a dialog while one is open. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]')) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null
}

/** Calls `press` for the keys of the queue, wherever the focus is on the page. */
export function useQueueKeys(press: (key: QueueKey) => void): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (!isQueueKey(key) || isBusy(event.target)) return
      event.preventDefault()
      latest.current(key)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
