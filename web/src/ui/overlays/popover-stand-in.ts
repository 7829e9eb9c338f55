/** Not in the top layer, so above everything by number. */
const rules = `
:is(.popover-menu, .tooltip):not([data-popover-open]) { display: none }
:is(.popover-menu, .tooltip)[data-popover-open] { display: block; position: fixed; z-index: 1000 }
`

const mark = 'data-popover-open'

function set(element: HTMLElement, isOpen: boolean): void {
  if (element.hasAttribute(mark) === isOpen) return
  element.toggleAttribute(mark, isOpen)
  const [oldState, newState] = isOpen ? ['closed', 'open'] : ['open', 'closed']
  element.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }))
}

const buttonOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[popovertarget]') : null
const targetOf = (button: HTMLElement | null) => document.getElementById(button?.getAttribute('popovertarget') ?? '')

/**
 * What menus and tooltips need of popovers, for Safari before 17 and Chrome before 114: the button that opens them,
 * Escape, a press beside them, and the methods. Loaded by those browsers only.
 */
export function standInForPopovers(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      set(this, true)
    },
    hidePopover(this: HTMLElement) {
      set(this, false)
    },
  })
  const open = () => [...document.querySelectorAll<HTMLElement>(`[popover="auto"][${mark}]`)]
  document.addEventListener('click', (event) => {
    const target = targetOf(buttonOf(event))
    if (!target?.matches('.popover-menu')) return
    event.preventDefault()
    set(target, !target.hasAttribute(mark))
  })
  document.addEventListener('pointerdown', (event) => {
    const within = targetOf(buttonOf(event))
    for (const menu of open())
      if (menu !== within && !(event.target instanceof Node && menu.contains(event.target))) set(menu, false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of open()) {
      event.preventDefault()
      set(menu, false)
      document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)?.focus()
    }
  })
}
