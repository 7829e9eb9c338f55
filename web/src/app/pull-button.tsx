import { createRoot } from 'react-dom/client'

/**
 * For whoever cannot pull, with a keyboard or a screen reader: behind the link to the content, and seen like that only while
 * it has the focus. Returns the way out.
 */
export function offerRefresh(onPress: () => void): () => void {
  const place = document.createElement('div')
  const skipLink = document.querySelector('.skip-link')
  if (skipLink) skipLink.after(place)
  else document.body.prepend(place)
  const root = createRoot(place)
  root.render(
    <button type="button" className="skip-link" onClick={onPress}>
      Aktualisieren
    </button>,
  )
  return () => {
    root.unmount()
    place.remove()
  }
}
