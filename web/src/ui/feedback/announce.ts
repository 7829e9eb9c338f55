import { showToast } from './toasts.ts'

/** Screen readers announce changes of a region that they know already. */
const knownAfterMs = 100

let region: HTMLElement | undefined

/** Says something to screen readers only: the outcome of an act that others see at its place. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.className = 'visually-hidden'
    region.role = 'status'
    region.ariaLive = 'polite'
    document.body.append(region)
  }
  // The same words twice are no change.
  region.textContent = ''
  const place = region
  setTimeout(() => place.append(text), knownAfterMs)
}

/** Says that the code for what somebody has just pressed did not come. */
export const sayNotLoaded = (): void =>
  showToast({ kind: 'error', title: 'Das ließ sich gerade nicht laden.', text: 'Versuch es gleich noch einmal.' })
