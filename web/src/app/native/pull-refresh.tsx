import './pull.css'
import { createRoot } from 'react-dom/client'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { timeLimitMs } from '#web/lib/api/transport/time-limit.ts'
import { feelTap } from '#web/platform/browser-chrome/haptics.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { Around, Stop } from './native-behaviour.ts'
import { createPull, pullRule } from './pull-rule.ts'

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
function followFingers(pull: ReturnType<typeof createPull>, isBusy: () => boolean): () => void {
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

/** An arrow that goes round. */
const arrow =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="M20 12a8 8 0 1 1-2.4-5.7M20 3v5h-5"/></svg>'

/** The sign that is pulled down, and the words for those who do not see it. It stands beside the app, which React draws. */
function createPullSign() {
  const sign = document.createElement('div')
  sign.className = 'pull'
  // Only the sign comes and goes: words are read out where their place was there before them.
  sign.innerHTML = `<span class="pull-sign" hidden>${arrow}</span><span class="visually-hidden" role="status"></span>`
  document.body.append(sign)
  const words = sign.querySelector('[role=status]')
  const put = (offset: number) => {
    sign.querySelector('.pull-sign')?.removeAttribute('hidden')
    sign.style.setProperty('--pull', `${offset}px`)
    sign.style.setProperty('--turn', `${Math.round(offset * 3)}deg`)
  }
  return {
    /** Follows the finger; 0: let go, it glides back. */
    show(offset: number): void {
      sign.toggleAttribute('data-loose', offset === 0)
      put(offset)
    },
    /** Turns while the page is asked for, and says so. */
    busy(): void {
      sign.toggleAttribute('data-loose', true)
      sign.toggleAttribute('data-busy', true)
      put(pullRule.releasesAt)
      if (words) words.textContent = 'Wird aktualisiert …'
    },
    /** `said`: how it ended; empty where a toast says it. */
    done(said: string): void {
      sign.toggleAttribute('data-busy', false)
      put(0)
      if (words) words.textContent = said
    },
    remove: () => sign.remove(),
  }
}

/** Nobody holds on longer than one request may take; what is retried after that goes on by itself. */
const impatience = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(Object.assign(new Error('late'), { hint: 'no_answer_in_time' })), timeLimitMs()),
  )

/** Asks for everything on screen, then runs the loaders, which know the time and whether the page is still there. */
async function refreshPage({ queryClient, reloadPage }: Around): Promise<void> {
  // The stack of stars is shuffled once; a card must not change under the finger that rates it.
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'star-voting'
  await queryClient.refetchQueries({ type: 'active', predicate }, { throwOnError: true })
  await reloadPage()
}

/** Pulling the page down from its top asks for everything on it, and so does the button for those who cannot pull. */
export async function pullToRefresh(around: Around): Promise<Stop> {
  const sign = createPullSign()
  let busy = false
  const refresh = async () => {
    if (busy) return
    busy = true
    sign.busy()
    try {
      await Promise.race([refreshPage(around), impatience()])
      sign.done('Aktualisiert.')
    } catch (error) {
      sign.done('')
      showToast({ kind: 'error', title: 'Nicht aktualisiert.', text: failureText(error) })
    }
    busy = false
  }
  const begin = () => void refresh()
  const stop = followFingers(createPull({ show: sign.show, feel: feelTap, refresh: begin }), () => busy)
  const takeAway = offerRefresh(begin)
  return () => {
    stop()
    takeAway()
    sign.remove()
  }
}

/** Puts it behind the link to the content, which may come later: a shell shows the app when it knows its edges. Returns the unsubscribe function. */
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
 * For people who use a keyboard or a screen reader and cannot pull: behind the link to the content, and seen like that only while
 * it has the focus. Returns the unsubscribe function.
 */
function offerRefresh(onPress: () => void): () => void {
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
