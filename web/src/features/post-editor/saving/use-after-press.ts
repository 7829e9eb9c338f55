import { useEffect, useState } from 'react'

/**
 * Puts something off while a pointer presses. Pressing a button takes the focus from a field before the click: a message
 * that appears in between moves the button away, and the click misses it.
 */
export function useAfterPress(): (act: () => void) => void {
  const [press] = useState(() => ({ down: false, waiting: [] as (() => void)[] }))
  useEffect(() => {
    const begin = () => {
      press.down = true
    }
    const end = () => {
      press.down = false
      // The click comes right after.
      setTimeout(() => {
        for (const act of press.waiting.splice(0)) act()
      })
    }
    window.addEventListener('pointerdown', begin, true)
    window.addEventListener('pointerup', end, true)
    window.addEventListener('pointercancel', end, true)
    return () => {
      window.removeEventListener('pointerdown', begin, true)
      window.removeEventListener('pointerup', end, true)
      window.removeEventListener('pointercancel', end, true)
    }
  }, [press])
  return (act) => {
    if (press.down) press.waiting.push(act)
    else act()
  }
}
