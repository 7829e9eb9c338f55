import { type RefObject, useEffect, useState } from 'react'

/** Whether the `<details>` around the element is open and the element to be seen in it; closed menus load nothing. */
export function useOpened(ref: RefObject<HTMLElement | null>): boolean {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const element = ref.current
    const details = element?.closest('details')
    if (!element || !details) return
    const look = () => setOpened(details.open && element.getClientRects().length > 0)
    look()
    details.addEventListener('toggle', look)
    return () => details.removeEventListener('toggle', look)
  }, [ref])
  return opened
}
