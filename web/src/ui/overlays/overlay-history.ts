import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hearPopsFirst, openPopover } from './first-pop.ts'

/** Something over the page: a dialog, the search, an open menu. */
type Overlay = {
  /** As by Escape. An overlay with typed text may ask instead of closing. */
  close: () => void
  /** Whether closing loses typed text, so that `close` asks. */
  isTyped?: () => boolean
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks the step. */
    hotOverlay?: boolean
  }
}

type EntryState = { hotOverlay?: boolean; __TSR_key?: string } | null

const entry = (): EntryState => window.history.state
const isStep = (state: EntryState): boolean => state?.hotOverlay === true

type Arrival = { promise: Promise<void>; resolve: () => void }

/** How long a traversal may take before it is taken as lost (ms). */
const traversalMs = 1000

/**
 * Makes all open overlays together one step of the browser's history. While at least one is open, an entry with the
 * address of the page lies on top of the page's own (the step). Back leaves it, which closes the topmost overlay; if
 * others are left, the step is entered again. Closed otherwise, the last overlay takes the step away.
 *
 * One step for all, and entered again instead of pushed again, because browsers skip entries that are added without a
 * press in the page since the last Back.
 */
class OverlayHistory {
  readonly #history: RouterHistory
  readonly #open: Overlay[] = []
  /** Key of the page's entry beneath the step. */
  #pageKey: string | undefined
  /** Of the traversal that was begun here, until it has arrived. */
  #arrival: Arrival | null = null
  /** The next traversal is the router's, which takes back one that was refused. */
  #isRefused = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** A link to another document was pressed a moment ago. */
  #isLeaving = false
  /** Back has just left the step, which can be entered again. */
  #isStepAhead = false

  constructor(history: RouterHistory) {
    this.#history = history
    hearPopsFirst(this.#onPop)
    history.subscribe(({ action }) => {
      if (action.type === 'PUSH') this.#pageKey = undefined
      // Another address for the same page, which the router is about to write over the step: it stays one.
      if (action.type === 'REPLACE' && isStep(entry())) queueMicrotask(() => this.#mark('replaceState', entry()))
    })
    history.block({ blockerFn: this.#beforeNavigation, enableBeforeUnload: false })
    window.addEventListener('click', this.#beforeDocument)
  }

  /** Registers an open overlay; call the returned function when it has closed. */
  add(overlay: Overlay): () => void {
    this.#open.push(overlay)
    if (!this.#arrival && this.#timer === undefined && !isStep(entry())) this.#push()
    return () => {
      const index = this.#open.indexOf(overlay)
      if (index >= 0) this.#open.splice(index, 1)
      this.#settleSoon()
    }
  }

  get isEmpty(): boolean {
    return this.#open.length === 0
  }

  /**
   * The router replaces `pushState` and `replaceState` of `window.history` and loads the page again when they are
   * called. The step is the same page, so it takes the browser's own.
   */
  #mark(write: 'pushState' | 'replaceState', state: EntryState): void {
    History.prototype[write].call(window.history, { ...state, hotOverlay: true }, '')
  }

  /** Writes the router's location into the page's own entry. */
  #writePage(): void {
    const { state, href } = this.#history.location
    History.prototype.replaceState.call(window.history, { ...state, hotOverlay: false }, '', href)
  }

  #push(): void {
    const { state } = this.#history.location
    this.#pageKey = state.__TSR_key
    // A link to a part of the page leaves an entry without the router's state.
    if (entry()?.__TSR_key !== state.__TSR_key) this.#writePage()
    this.#mark('pushState', state)
  }

  /** After the current task, because one overlay often replaces another. */
  #settleSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#settle()
    })
  }

  #settle(): void {
    if (this.#arrival) return
    const isAhead = this.#isStepAhead
    this.#isStepAhead = false
    if (this.isEmpty !== isStep(entry()) || this.#isLeaving) return
    if (this.isEmpty) void this.#move(-1)
    else if (isAhead) void this.#move(1)
    else this.#push()
  }

  #move(by: -1 | 1): Promise<void> {
    let resolve = () => {}
    const promise = new Promise<void>((done) => {
      resolve = done
    })
    const arrival = { promise, resolve }
    this.#arrival = arrival
    window.history.go(by)
    setTimeout(() => this.#arrived(arrival), traversalMs)
    return promise
  }

  #arrived(arrival: Arrival): void {
    if (arrival !== this.#arrival) return
    this.#arrival = null
    arrival.resolve()
    this.#settleSoon()
  }

  readonly #onPop = (event: PopStateEvent): void => {
    const state: EntryState = event.state
    const { __TSR_key: key } = this.#history.location.state
    const isBack = !isStep(state)
    const isThisPage = state?.__TSR_key === key || (state !== null && state.__TSR_key === this.#pageKey)
    if (isBack) this.#pageKey = undefined
    if (!isThisPage || this.#isRefused) {
      this.#isRefused = false
      this.#isStepAhead = isThisPage
      this.#settleSoon()
      return
    }
    event.stopImmediatePropagation()
    // The address was replaced while the step lay on top of it.
    if (isBack && state?.__TSR_key !== key) this.#writePage()
    if (this.#arrival) this.#arrived(this.#arrival)
    else {
      this.#isStepAhead = isBack
      this.#settleSoon()
      if (isBack) this.#open.at(-1)?.close()
    }
  }

  /** A link in an overlay: closes all of them and goes on from the page's own entry, unless typed text would be lost. */
  readonly #beforeNavigation: Parameters<RouterHistory['block']>[0]['blockerFn'] = async (to) => {
    const { action, currentLocation, nextLocation } = to
    if (action === 'REPLACE' && currentLocation.pathname === nextLocation.pathname) return false
    const isTraversal = action !== 'PUSH' && action !== 'REPLACE'
    const typed = this.#open.findLast((overlay) => overlay.isTyped?.())
    if (typed) {
      typed.close()
      this.#isRefused = isTraversal
      return true
    }
    for (const overlay of this.#open.toReversed()) overlay.close()
    if (!isTraversal && (this.#arrival || isStep(entry()))) await (this.#arrival?.promise ?? this.#move(-1))
    return false
  }

  /**
   * A traversal takes away the navigation to another document that has begun. One on its way is waited for; none begins
   * while the document is being left: whoever comes back leaves the step then (first-pop.ts).
   */
  readonly #beforeDocument = (event: MouseEvent): void => {
    const link = documentLink(event)
    if (!link) return
    if (this.#arrival) {
      event.preventDefault()
      void this.#arrival.promise.then(() => window.location.assign(link.href))
    } else if (isStep(entry())) {
      this.#isLeaving = true
      setTimeout(() => {
        this.#isLeaving = false
        this.#settleSoon()
      }, traversalMs)
    }
  }
}

/** The link of a press that loads another document here, as the router does not do. */
function documentLink(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.hasAttribute('download') || (link.target && link.target !== '_self')) return null
  const { origin, pathname, search } = window.location
  return link.hash && link.origin + link.pathname + link.search === origin + pathname + search ? null : link
}

let overlays: OverlayHistory | undefined
const of = (history: RouterHistory): OverlayHistory => {
  overlays ??= new OverlayHistory(history)
  return overlays
}

type Registration = Overlay & {
  /**
   * False for a question about leaving the page, which comes while the browser is between two pages. It only joins
   * overlays that are open.
   */
  hasStep?: boolean
}

/** Back closes the overlay while `isOpen`. Outside of the router (tests) nothing happens. */
export function useOverlayHistory(isOpen: boolean, { close, isTyped, hasStep = true }: Registration): void {
  const history: RouterHistory | undefined = useRouter({ warn: false })?.history
  const latest = useRef({ close, isTyped })
  useEffect(() => {
    latest.current = { close, isTyped }
  })
  useEffect(() => {
    if (!isOpen || !history) return
    const all = of(history)
    if (!hasStep && all.isEmpty) return
    return all.add({
      close: () => latest.current.close(),
      isTyped: () => latest.current.isTyped?.() ?? false,
    })
  }, [isOpen, history, hasStep])
}

const isShown = (element: HTMLElement): boolean =>
  element instanceof HTMLDetailsElement ? element.open : element.matches(openPopover())

/** The same for an open `<details>` or popover, until it closes. */
export function followOpened(element: HTMLElement, history: RouterHistory): void {
  if (!isShown(element)) return
  const closed = of(history).add({
    close: () => {
      if (element instanceof HTMLDetailsElement) element.open = false
      else element.hidePopover()
    },
  })
  const onToggle = () => {
    if (isShown(element)) return
    element.removeEventListener('toggle', onToggle)
    closed()
  }
  element.addEventListener('toggle', onToggle)
}
