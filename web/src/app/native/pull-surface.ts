import type { createPull } from './pull-rule.ts'

/** What takes touches for itself: fields, menus that are open, and whatever lies above the page. */
const own = 'input, textarea, select, [contenteditable], details[open], [data-own-touch]'
const above = 'dialog[open], [role="dialog"], [role="alertdialog"]'

/** Whether something around the touch moves by touch itself: a row to swipe, a list that is scrolled, a stack of cards. */
function movesItself(element: Element): boolean {
  const { overflowX, overflowY, touchAction } = getComputedStyle(element)
  if (touchAction === 'none' || touchAction.startsWith('pan-')) return true
  if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) return true
  return /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight
}

/** Whether a touch there may pull the page down: on the page itself, which stands at its top. */
function mayPull(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || window.scrollY > 0) return false
  const main = target.closest('main')
  if (!main || target.closest(own) || document.querySelector(above)) return false
  for (let element: Element | null = target; element && element !== main; element = element.parentElement)
    if (movesItself(element)) return false
  return true
}

/** Lets fingers pull. Moves can only be taken from the page while it stands at its top: everywhere else scrolling waits for nobody. */
export function followFingers(pull: ReturnType<typeof createPull>, isBusy: () => boolean): () => void {
  const start = ({ touches, target }: TouchEvent) => {
    const [touch] = touches
    if (touches.length === 1 && touch && !isBusy() && mayPull(target)) pull.start(touch.clientX, touch.clientY)
    else pull.cancel()
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (touch && pull.move(touch.clientX, touch.clientY) && event.cancelable) event.preventDefault()
  }
  let listens = false
  const look = () => {
    const isAtTop = window.scrollY <= 0
    if (isAtTop === listens) return
    listens = isAtTop
    if (isAtTop) document.addEventListener('touchmove', move, { passive: false })
    else document.removeEventListener('touchmove', move)
  }
  look()
  const passive = { passive: true }
  document.addEventListener('touchstart', start, passive)
  document.addEventListener('touchend', pull.release, passive)
  document.addEventListener('touchcancel', pull.cancel, passive)
  window.addEventListener('scroll', look, passive)
  return () => {
    document.removeEventListener('touchstart', start)
    document.removeEventListener('touchmove', move)
    document.removeEventListener('touchend', pull.release)
    document.removeEventListener('touchcancel', pull.cancel)
    window.removeEventListener('scroll', look)
  }
}
