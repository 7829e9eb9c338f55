import { type ComponentType, type RefObject, use, useEffect } from 'react'
import { onceVisible } from '#web/ui/hooks/once-visible.ts'
import { carryOutKeptTaps } from './kept-taps.ts'
import { codeReachable, whenQuiet } from './when-idle.ts'

type Code<Props> = { default: ComponentType<Props> }

/** Tries again when the network is back; until then the server's HTML stays. */
async function loaded<Props>(load: () => Promise<Code<Props>>): Promise<ComponentType<Props>> {
  await codeReachable()
  // Undefined when the file of this build no longer exists.
  const code: Code<Props> | undefined = await load().catch(() => undefined)
  if (code) return code.default
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  return loaded(load)
}

/**
 * A part of the page whose code is loaded, and which is hydrated, from `moment` on; until then the server's HTML is
 * shown. Render it in a `<Suspense>` whose parent does not render again meanwhile, or React replaces the HTML by the
 * fallback. A loader that leads to it in the browser awaits `preload`.
 */
export function latePart<Props extends object>(moment: () => Promise<void>, load: () => Promise<Code<Props>>) {
  let part: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const preload = async () => {
    if (import.meta.env.SSR && part) return part
    part = await loaded(load)
    return part
  }
  const come = () => (import.meta.env.SSR ? preload() : moment().then(preload))
  function LatePart(props: Props) {
    coming ??= come()
    const Part = part ?? use(coming)
    return <Part {...props} />
  }
  return Object.assign(LatePart, { preload })
}

/** The moment when an element comes near the viewport, or the page is idle. */
export const onceInView = (selector: string) => (): Promise<void> =>
  new Promise((resolve) => {
    const element = document.querySelector(selector)
    if (!element) return resolve()
    onceVisible(element, resolve)
    whenQuiet(() => {
      resolve()
      return () => {}
    })
  })

/** For the root of a late part, rendered with `data-asleep`: presses in it are kept until it is hydrated. */
export function useAwake(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    root.current?.removeAttribute('data-asleep')
    carryOutKeptTaps()
  }, [root])
}
