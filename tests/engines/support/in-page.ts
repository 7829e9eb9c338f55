/** Runs in the page: bundled by `page-script.ts` and handed to it once per document. */
import { Ivya } from 'ivya'
import { isEveryControlHydrated } from '../../support/web/hydrated.ts'

/** What can be seen of the elements that a selector names. */
export type Seen = { count: number; visible: number; text: string; value: string; pressed: string; focused: boolean }
/** Where to press, or why that is not possible yet. */
export type Aim = { x: number; y: number } | { not: string }

const ivya = Ivya.create({
  browser: navigator.userAgent.includes('Firefox') ? 'firefox' : 'webkit',
  testIdAttribute: 'data-testid',
})

const isVisible = (element: Element) => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

function look(selector: string): Seen {
  const all = ivya.queryLocatorSelectorAll(selector)
  const visible = all.filter(isVisible)
  const one = visible[0]
  return {
    count: all.length,
    visible: visible.length,
    text: one instanceof HTMLElement ? one.innerText.replaceAll(/\s+/g, ' ').trim() : '',
    value: one && 'value' in one ? String(one.value) : '',
    pressed: one?.getAttribute('aria-pressed') ?? '',
    focused: one === document.activeElement,
  }
}

/** The only visible element that a selector names. */
function find(selector: string): Element | null {
  const visible = ivya.queryLocatorSelectorAll(selector).filter(isVisible)
  return visible.length === 1 ? (visible[0] ?? null) : null
}

/** A field for files may be hidden behind its label. */
const field = (selector: string): Element | null => ivya.queryLocatorSelectorAll(selector)[0] ?? null

const describe = (element: Element | null) => element?.outerHTML.slice(0, 160) ?? 'nothing'

function aim(selector: string): Aim {
  const element = find(selector)
  if (!element) return { not: `${look(selector).visible} visible elements, not one` }
  if (element.matches(':disabled, [aria-disabled=true]')) return { not: 'disabled' }
  const place = () => element.getClientRects()[0] ?? element.getBoundingClientRect()
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) })
  const above = () => {
    const { x, y } = middle(place())
    return document.elementFromPoint(x, y)
  }
  const isHit = (top: Element | null) =>
    top !== null && (element.contains(top) || (top instanceof HTMLLabelElement && top.control === element))
  if (!isHit(above())) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const top = above()
  return isHit(top) ? middle(place()) : { not: `covered by ${describe(top)}` }
}

Object.assign(globalThis, { hotEngine: { look, find, field, aim, isEveryControlHydrated } })
