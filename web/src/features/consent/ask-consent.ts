import { consentLevel } from '#web/platform/storage/consent.ts'

/** What asked for the banner; null when it came by itself. */
let opener: HTMLElement | null = null

const banner = () => document.querySelector('.consent')

/** Whether the focus lies in the banner, or nowhere after it was asked for. */
function hasFocus(): boolean {
  const { activeElement, body } = document
  return Boolean(banner()?.contains(activeElement)) || (opener !== null && activeElement === body)
}

/**
 * Escape closes the banner and leaves the present choice. In a menu or field the key is theirs (they prevent its default);
 * without a choice the banner stays.
 */
function leave({ key, defaultPrevented }: KeyboardEvent): void {
  if (key === 'Escape' && !defaultPrevented && hasFocus() && consentLevel() !== 'none') endAskingConsent()
}

/** Shows the banner again, with the present choice marked. Safari does not focus what is pressed, so the event tells it. */
export function askConsent({ currentTarget }: { currentTarget: HTMLElement }): void {
  opener = currentTarget
  document.documentElement.dataset.consent = 'ask'
  banner()?.querySelector('button')?.focus()
  document.addEventListener('keydown', leave)
}

/** Takes the banner away; its focus goes back to where it came from. */
export function endAskingConsent(): void {
  const hadFocus = hasFocus()
  delete document.documentElement.dataset.consent
  document.removeEventListener('keydown', leave)
  const place = opener ?? document.querySelector('main')
  opener = null
  if (hadFocus) place?.focus({ preventScroll: true })
}
