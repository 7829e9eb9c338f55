import type { PostType } from '@hot/domain/post/kinds'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Suspense, use } from 'react'
import { foldStore } from '#web/entities/member/folded.ts'

type Code = typeof import('./posts-aside.tsx')

let code: Code | undefined
let wake = () => {}
const woken = new Promise<void>((resolve) => {
  wake = resolve
})

/** Loads the code of the aside: on the server, and with a page that the app opens itself. */
export async function loadAside(): Promise<void> {
  // If it cannot be loaded, a page without its aside is better than none.
  code ??= await import('./posts-aside.tsx').catch(() => undefined)
  wake()
}

const never = new Promise<never>(() => {})
/** After a first page load the server's HTML is enough until somebody turns to it; its links work by themselves. */
const onDemand = woken.then(loadAside).then(() => code ?? never)

type Props = {
  part: Exclude<keyof Code, symbol>
  /** Kind of the list; absent: all. */
  type?: PostType | undefined
  now: Instant
}

function Part({ part, ...props }: Props) {
  const Component = (code ?? use(onDemand))[part]
  return <Component {...props} />
}

/**
 * Not by React, which holds events back while what they are on is not hydrated. Nor is the server's HTML enough for whoever
 * has silenced somebody: it is that of guests.
 */
function wakeWhenNeeded(slot: HTMLElement | null): (() => void) | undefined {
  if (!slot) return
  for (const event of ['pointerenter', 'focusin']) slot.addEventListener(event, wake, { once: true })
  const wakeToFold = () => {
    if (foldStore.get()) wake()
  }
  wakeToFold()
  return foldStore.subscribe(wakeToFold)
}

/** A part of what is beside the lists: rendered by the server, its code loaded when the pointer or focus is on it, or something in it is to be folded. */
export function AsideSlot({ className, ...part }: Props & { className?: string }) {
  return (
    <div ref={wakeWhenNeeded} data-on-demand className={className}>
      <Suspense>
        <Part {...part} />
      </Suspense>
    </div>
  )
}
