const rootMargin = '300px'
const callbacks = new WeakMap<Element, () => void>()
/** One for the whole page: hundreds of separate observers would cost a frame each. */
let observer: IntersectionObserver | undefined

/** Calls back once, when the element comes within 300 px of the viewport. Returns the cleanup function. */
export function onceVisible(element: Element, onVisible: () => void): () => void {
  observer ??= new IntersectionObserver(callBack, { rootMargin })
  const shared = observer
  callbacks.set(element, onVisible)
  shared.observe(element)
  return () => shared.unobserve(element)
}

function callBack(entries: IntersectionObserverEntry[], shared: IntersectionObserver) {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue
    shared.unobserve(entry.target)
    callbacks.get(entry.target)?.()
  }
}
