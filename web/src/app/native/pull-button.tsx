import { createRoot } from 'react-dom/client'

/** Puts it behind the link to the content, which may come later: a shell shows the app when it knows its edges. Returns the way out. */
function putBehindSkipLink(place: Element): () => void {
  const put = () => {
    const link = document.querySelector('a.skip-link')
    link?.after(place)
    return link !== null
  }
  if (put()) return () => place.remove()
  const observer = new MutationObserver(() => {
    if (put()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    place.remove()
  }
}

/**
 * For whoever cannot pull, with a keyboard or a screen reader: behind the link to the content, and seen like that only while
 * it has the focus. Returns the way out.
 */
export function offerRefresh(onPress: () => void): () => void {
  const place = document.createElement('div')
  const takeAway = putBehindSkipLink(place)
  const root = createRoot(place)
  root.render(
    <button type="button" className="skip-link" onClick={onPress}>
      Aktualisieren
    </button>,
  )
  return () => {
    root.unmount()
    takeAway()
  }
}
