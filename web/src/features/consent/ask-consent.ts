import { consentLevel } from '#web/platform/storage/consent.ts'

/** The element that opened the banner; null if it appeared by itself. */
let opener: HTMLElement | null = null

const banner = () => document.querySelector('.consent')

/** Whether the focus is in the banner, or nowhere after it was opened. */
function hasFocus(): boolean {
  const { activeElement, body } = document
  return Boolean(banner()?.contains(activeElement)) || (opener !== null && activeElement === body)
}

/**
 * Escape closes the banner and leaves the current choice unchanged. Menus and fields handle the key themselves (they prevent its default);
 * if no choice was made yet, the banner stays.
 */
function leave({ key, defaultPrevented }: KeyboardEvent): void {
  if (key === 'Escape' && !defaultPrevented && hasFocus() && consentLevel() !== 'none') endAskingConsent()
}

/** Shows the banner again, with the current choice selected. Safari does not focus pressed buttons, so the event provides the opener. */
export function askConsent({ currentTarget }: { currentTarget: HTMLElement }): void {
  opener = currentTarget
  document.documentElement.dataset.consent = 'ask'
  banner()?.querySelector('button')?.focus()
  document.addEventListener('keydown', leave)
}

/** Hides the banner and returns its focus. */
export function endAskingConsent(): void {
  const hadFocus = hasFocus()
  delete document.documentElement.dataset.consent
  document.removeEventListener('keydown', leave)
  const place = opener ?? document.querySelector('main')
  opener = null
  if (hadFocus) place?.focus({ preventScroll: true })
}
