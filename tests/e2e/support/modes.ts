import type { BrowserContext } from '@playwright/test'

/** What browsers do to a page, and devices to its clock, without asking the app. */
export const modes = ['translated', 'extension', 'clock+2', 'clock-2', 'los-angeles'] as const
export type Mode = (typeof modes)[number]

const isMode = (name: string): name is Mode => modes.some((mode) => mode === name)

function chosenMode(name = process.env.HOT_E2E_MODE): Mode | undefined {
  if (!name) return undefined
  if (isMode(name)) return name
  throw new Error(`HOT_E2E_MODE: ${name} is none of ${modes.join(', ')}`)
}

/** The mode of this run (HOT_E2E_MODE); undefined for the usual run. */
export const mode = chosenMode()

/** The time zone of every page. */
export const timezoneId = mode === 'los-angeles' ? 'America/Los_Angeles' : 'Europe/Berlin'

/** Prepares a context for the mode. Before its first page. */
export async function inMode(context: BrowserContext): Promise<BrowserContext> {
  if (mode === 'translated') await context.addInitScript(translate)
  if (mode === 'extension') await context.addInitScript(insertForeignNodes)
  if (mode === 'clock+2') await context.addInitScript(shiftClock, 2)
  if (mode === 'clock-2') await context.addInitScript(shiftClock, -2)
  return context
}

/**
 * As Chrome's translation does: each text is taken out and put into two elements of the browser's own; what the app
 * changes or adds later as well. The words stay, so that journeys find them. Only what has been hydrated for a moment:
 * React renders anew what it finds changed before, which is no failure of the app but is logged as one.
 */
export function translate(): void {
  const untouched = 'script, style, title, textarea, option, font, svg, [translate=no]'
  const momentMs = 300
  const since = new WeakMap<Element, number>()
  const isHydrated = (element: Element) => {
    if (!Object.keys(element).some((key) => key.startsWith('__reactFiber'))) return false
    const seen = since.get(element) ?? performance.now()
    since.set(element, seen)
    return performance.now() - seen >= momentMs
  }
  const wrap = (text: Text) => {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || parent.closest(untouched) || !isHydrated(parent)) return
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    outer.firstElementChild?.append(text.data)
    text.replaceWith(outer)
  }
  const wrapAll = () => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) wrap(text)
  }
  const isAlive = () => document.querySelector('.site-header button[aria-pressed=true]') !== null
  const pass = () => {
    if (isAlive()) wrapAll()
  }
  new MutationObserver(pass).observe(document, { subtree: true, childList: true, characterData: true })
  setInterval(pass, momentMs / 2)
}

/** As extensions do before the app hydrates: elements and attributes of their own in head and body. */
function insertForeignNodes(): void {
  const mark = (element: Element, name: string) => {
    element.id = name
    element.setAttribute('data-extension', '')
    return element
  }
  const observer = new MutationObserver(() => {
    const { documentElement, head, body } = document
    if (documentElement && !documentElement.hasAttribute('data-extension-installed')) {
      documentElement.setAttribute('data-extension-installed', 'yes')
    }
    if (head && !document.getElementById('extension-sheet')) {
      head.prepend(mark(document.createElement('meta'), 'extension-sheet'))
    }
    if (!body || document.getElementById('extension-first')) return
    body.setAttribute('data-extension-checked', 'yes')
    body.prepend(mark(document.createElement('div'), 'extension-first'))
    addEventListener('DOMContentLoaded', () => {
      body.append(mark(document.createElement('extension-panel'), 'extension-last'))
      head.append(mark(document.createElement('meta'), 'extension-note'))
    })
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** A device whose clock is wrong; it and its timers go on. */
export function shiftClock(hours: number): void {
  const DeviceDate = Date
  const now = () => DeviceDate.now() + hours * 3_600_000
  globalThis.Date = new Proxy(DeviceDate, {
    construct: (target, given) => Reflect.construct(target, given.length > 0 ? given : [now()]),
    apply: () => new DeviceDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
}
