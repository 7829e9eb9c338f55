import type { PostType } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Suspense, use } from 'react'

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

/** Not by React, which holds events back while what they are on is not hydrated. */
function wakeWhenTouched(slot: HTMLElement | null): void {
  for (const event of ['pointerenter', 'focusin']) slot?.addEventListener(event, wake, { once: true })
}

/** A part of what is beside the lists: rendered by the server, its code loaded when the pointer or focus is on it. */
export function AsideSlot({ className, ...part }: Props & { className?: string }) {
  return (
    <div ref={wakeWhenTouched} data-on-demand className={className}>
      <Suspense>
        <Part {...part} />
      </Suspense>
    </div>
  )
}
