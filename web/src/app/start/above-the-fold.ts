/**
 * Runs inline in the head: `html[data-first-view]` lets a phone lay out what is far below only when it comes near, and on `held`
 * not at all before the document is there or scrolled (ui/styles/first-view.css). Sizes below are guessed until then, so not
 * where a place in the page is kept or asked for.
 */
export const firstViewScript = `if(!history.state&&!location.hash)(function(d){d.firstView='held'
function f(){if(d.firstView)d.firstView=''}
addEventListener('DOMContentLoaded',f);addEventListener('scroll',f,{once:true,passive:true})})(document.documentElement.dataset)`

/**
 * Called when the page is scrolled for the first time: from here on all has its true size, and places in the page can be kept.
 * What a jump went past had a guessed one until now, so the page is moved to where its reader saw it.
 */
export function endFirstView(): void {
  const { dataset } = document.documentElement
  if (dataset.firstView === undefined) return
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  const top = seen?.getBoundingClientRect().top ?? 0
  delete dataset.firstView
  const moved = (seen?.getBoundingClientRect().top ?? 0) - top
  if (moved) scrollBy({ top: moved, behavior: 'instant' })
}
