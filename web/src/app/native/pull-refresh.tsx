import './pull.css'
import { createRoot } from 'react-dom/client'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { timeLimitMs } from '#web/lib/api/transport/time-limit.ts'
import { feelTap } from '#web/platform/browser-chrome/haptics.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { ShellContext, Stop } from './native-behaviour.ts'
import { createPull, pullRule } from './pull-rule.ts'

/** Elements that handle touches themselves: fields and open menus. */
const own = 'input, textarea, select, [contenteditable], details[open], [data-own-touch]'
/** Overlays, which cover the page. */
const overlays = 'dialog[open], [role="dialog"], [role="alertdialog"]'

/** Whether an ancestor moves by touch: a swipeable row, a scrolled list, a stack of cards. */
function movesItself(element: Element): boolean {
  const { overflowX, overflowY, touchAction } = getComputedStyle(element)
  if (touchAction === 'none' || touchAction.startsWith('pan-')) return true
  if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) return true
  return /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight
}

/** Whether a touch may pull the page down: on the page itself, scrolled to its top. */
function mayPull(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || window.scrollY > 0) return false
  const main = target.closest('main')
  if (!main || target.closest(own) || document.querySelector(overlays)) return false
  for (let element: Element | null = target; element && element !== main; element = element.parentElement)
    if (movesItself(element)) return false
  return true
}

/** Passes touches on to `pull`. Listens to moves only while the page is at its top, so that scrolling is never delayed elsewhere. */
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
  const listenToMoves = () => {
    const isAtTop = window.scrollY <= 0
    if (isAtTop === listens) return
    listens = isAtTop
    if (isAtTop) document.addEventListener('touchmove', move, { passive: false })
    else document.removeEventListener('touchmove', move)
  }
  listenToMoves()
  const passive = { passive: true }
  document.addEventListener('touchstart', start, passive)
  document.addEventListener('touchend', pull.release, passive)
  document.addEventListener('touchcancel', pull.cancel, passive)
  window.addEventListener('scroll', listenToMoves, passive)
  return () => {
    document.removeEventListener('touchstart', start)
    document.removeEventListener('touchmove', move)
    document.removeEventListener('touchend', pull.release)
    document.removeEventListener('touchcancel', pull.cancel)
    window.removeEventListener('scroll', listenToMoves)
  }
}

/** A circular arrow. */
const arrow =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="M20 12a8 8 0 1 1-2.4-5.7M20 3v5h-5"/></svg>'

/** The pull indicator and its text for screen readers. It is outside React's root. */
function createPullSign() {
  const sign = document.createElement('div')
  sign.className = 'pull'
  // Only the indicator is hidden: a live region must exist before its text changes.
  sign.innerHTML = `<span class="pull-sign" hidden>${arrow}</span><span class="visually-hidden" role="status"></span>`
  document.body.append(sign)
  const words = sign.querySelector('[role=status]')
  const put = (offset: number) => {
    sign.querySelector('.pull-sign')?.removeAttribute('hidden')
    sign.style.setProperty('--pull', `${offset}px`)
    sign.style.setProperty('--turn', `${Math.round(offset * 3)}deg`)
  }
  return {
    /** Follows the finger; 0: released, it slides back. */
    show(offset: number): void {
      sign.toggleAttribute('data-loose', offset === 0)
      put(offset)
    },
    /** Spins while the page is refetched, and announces it. */
    busy(): void {
      sign.toggleAttribute('data-loose', true)
      sign.toggleAttribute('data-busy', true)
      put(pullRule.releasesAt)
      if (words) words.textContent = 'Wird aktualisiert …'
    },
    /** `message`: the result for screen readers; empty when a toast shows it. */
    done(message: string): void {
      sign.toggleAttribute('data-busy', false)
      put(0)
      if (words) words.textContent = message
    },
    remove: () => sign.remove(),
  }
}

/** Rejects after the time limit of one request; retries continue in the background. */
const timeout = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(Object.assign(new Error('late'), { hint: 'no_answer_in_time' })), timeLimitMs()),
  )

/** Refetches active queries, then reruns the loaders, which know the time and whether the page still exists. */
async function refreshPage({ queryClient, reloadPage }: ShellContext): Promise<void> {
  // The stack of stars is shuffled once; a card must not change while it is being rated.
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'star-voting'
  await queryClient.refetchQueries({ type: 'active', predicate }, { throwOnError: true })
  await reloadPage()
}

/** Refreshes the page by pulling it down from its top, or by a button for those who cannot pull. */
export async function pullToRefresh(context: ShellContext): Promise<Stop> {
  const sign = createPullSign()
  let busy = false
  const refresh = async () => {
    if (busy) return
    busy = true
    sign.busy()
    try {
      await Promise.race([refreshPage(context), timeout()])
      sign.done('Aktualisiert.')
    } catch (error) {
      sign.done('')
      showToast({ kind: 'error', title: 'Nicht aktualisiert.', text: failureText(error) })
    }
    busy = false
  }
  const begin = () => void refresh()
  const stop = followFingers(createPull({ show: sign.show, feel: feelTap, refresh: begin }), () => busy)
  const removeButton = offerRefresh(begin)
  return () => {
    stop()
    removeButton()
    sign.remove()
  }
}

/** Inserts an element after the skip link, as soon as that is rendered. Returns the function that removes it. */
function insertAfterSkipLink(place: Element): () => void {
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
 * A button after the skip link for people who use a keyboard or a screen reader, visible only while it has the focus.
 * Returns the function that removes it.
 */
function offerRefresh(onPress: () => void): () => void {
  const place = document.createElement('div')
  const removeButton = insertAfterSkipLink(place)
  const root = createRoot(place)
  root.render(
    <button type="button" className="skip-link" onClick={onPress}>
      Aktualisieren
    </button>,
  )
  return () => {
    root.unmount()
    removeButton()
  }
}
