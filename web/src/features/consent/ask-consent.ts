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
 * Escape closes the banner and leaves the current choice unchanged, unless a menu or field handled the key (and
 * prevented its default). If no choice was made yet, the banner stays.
 */
function onKey({ key, defaultPrevented }: KeyboardEvent): void {
  if (key === 'Escape' && !defaultPrevented && hasFocus() && consentLevel() !== 'none') endAskingConsent()
}

/**
 * Click handler that shows the banner again, with the current choice selected. The event provides the opener, because
 * Safari does not focus pressed buttons.
 */
export function askConsent({ currentTarget }: { currentTarget: HTMLElement }): void {
  opener = currentTarget
  document.documentElement.dataset.consent = 'ask'
  banner()?.querySelector('button')?.focus()
  document.addEventListener('keydown', onKey)
}

/** Hides the banner and returns the focus to the opener. */
export function endAskingConsent(): void {
  const hadFocus = hasFocus()
  delete document.documentElement.dataset.consent
  document.removeEventListener('keydown', onKey)
  const target = opener ?? document.querySelector('main')
  opener = null
  if (hadFocus) target?.focus({ preventScroll: true })
}
