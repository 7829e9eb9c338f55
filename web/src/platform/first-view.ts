/**
 * Runs inline in the head: `html[data-first-view]` lets a phone lay out what is far below only when it comes near
 * (ui/styles/first-view.css). Sizes below are guessed until then, so not where a place in the page is kept or asked for.
 */
export const firstViewScript = `if(!history.state&&!location.hash)document.documentElement.dataset.firstView=''`

/**
 * Called with every step: the place in a page that was scrolled is kept, to come back to. What was jumped over gets its
 * true size now, so the page is moved to where its reader saw it, before the router takes down the place.
 */
export function endFirstView(): void {
  const { dataset } = document.documentElement
  if (dataset.firstView === undefined || scrollY === 0) return
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  const top = seen?.getBoundingClientRect().top ?? 0
  delete dataset.firstView
  const moved = (seen?.getBoundingClientRect().top ?? 0) - top
  if (moved) scrollBy({ top: moved, behavior: 'instant' })
}
