import { SplashScreen } from '@capacitor/splash-screen'

const sides = ['top', 'right', 'bottom', 'left'] as const

/** A WebView may report insets of 0 in the first frames after the start; wait at most this many. */
const maxFrames = 12

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

function probe(): HTMLElement {
  const element = document.createElement('div')
  element.style.cssText = `position:fixed;visibility:hidden;${sides
    .map((side) => `padding-${side}:env(safe-area-inset-${side},0px)`)
    .join(';')}`
  document.body.append(element)
  return element
}

function read(element: HTMLElement): number[] {
  const style = getComputedStyle(element)
  return sides.map((side) => Number.parseFloat(style.getPropertyValue(`padding-${side}`)) || 0)
}

function publish(insets: number[]): void {
  for (const [index, side] of sides.entries())
    document.documentElement.style.setProperty(`--safe-${side}`, `${insets[index] ?? 0}px`)
}

async function measure(): Promise<void> {
  const element = probe()
  for (let frame = 0; frame < maxFrames; frame++) {
    await nextFrame()
    if (read(element).some((inset) => inset > 0)) break
  }
  publish(read(element))
  window.addEventListener('resize', () => publish(read(element)))
}

let measured: Promise<void> | undefined

/**
 * Publishes the device's safe insets as `--safe-top|right|bottom|left` (pixels) and keeps them right when the
 * device turns. Resolves once they are known, or after a few frames on devices that have none. Measures once.
 */
export function measureSafeArea(): Promise<void> {
  measured ??= measure()
  return measured
}

/** Needed because native/capacitor.config.ts disables automatic hiding. */
export const hideSplash = (): Promise<void> => SplashScreen.hide()
