/** Where the focus was when somebody asked for the banner; null when it came by itself. */
let opener: Element | null = null

const banner = () => document.querySelector<HTMLElement>('.consent')

/** Shows the banner again, with the present choice marked. */
export function askConsent(): void {
  opener = document.activeElement
  document.documentElement.dataset.consent = 'ask'
  banner()?.querySelector('button')?.focus()
}

/** Takes the banner away; a focus inside goes back to where it came from. */
export function endAskingConsent(): void {
  const hadFocus = banner()?.contains(document.activeElement)
  delete document.documentElement.dataset.consent
  const place = opener ?? document.querySelector('main')
  opener = null
  if (hadFocus && place instanceof HTMLElement) place.focus({ preventScroll: true })
}
