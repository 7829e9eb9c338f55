/**
 * WebKit shows a page from its cache at the top again: the router lets the browser restore the place only while the page
 * is hidden, and WebKit has looked before. The other engines are there already.
 */
export function keepPlace(): () => void {
  let [x, y] = [0, 0]
  const hide = () => {
    x = scrollX
    y = scrollY
  }
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted && scrollY !== y) scrollTo({ left: x, top: y, behavior: 'instant' })
  }
  addEventListener('pagehide', hide)
  addEventListener('pageshow', show)
  return () => {
    removeEventListener('pagehide', hide)
    removeEventListener('pageshow', show)
  }
}
