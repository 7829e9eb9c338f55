import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** After a change of path: says the new page's title to screen readers and moves the focus to its start. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        document.getElementById('inhalt')?.focus({ preventScroll: true })
        // The title is written by the same commit that shows the page; one frame later it is certain to be there.
        requestAnimationFrame(() => setTitle(document.title))
      }),
    [router],
  )
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {title}
      </span>
    </VisuallyHidden>
  )
}
