const ahead = '300px'
const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Calls `arrive` once the element comes within 300 px of the viewport. Returns the cleanup. */
export function onceVisible(element: Element, arrive: () => void): () => void {
  observer ??= new IntersectionObserver(announce, { rootMargin: ahead })
  const shared = observer
  waiting.set(element, arrive)
  shared.observe(element)
  return () => shared.unobserve(element)
}

/** One observer for all pictures of a page: hundreds of single ones cost a frame each. */
function announce(entries: IntersectionObserverEntry[], shared: IntersectionObserver) {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue
    shared.unobserve(entry.target)
    waiting.get(entry.target)?.()
  }
}
