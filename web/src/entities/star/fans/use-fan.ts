import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useOwnMark } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { actOnStar } from './act-on-star.ts'

/** Whether the viewer is a fan (undefined: not known, or a guest), and the way to become one or none. */
export function useFan(starId: string) {
  const mark = useOwnMark(`fan:${starId}`)
  const cache = useQueryClient()
  const gate = useSignInGate({ description: 'Für dein Herz brauchst du ein Konto. Bitte melde dich an:' })
  return {
    fan: mark === undefined ? undefined : mark !== null,
    toggle: () => gate(() => actOnStar(cache, (marks) => marks.setFan(starId, !mark))),
  }
}

/** For a link that leads to the sign-in without JavaScript: acts in place; a new tab or window is the browser's business. */
export const inPlace = (act: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  act()
}
