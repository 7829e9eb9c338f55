import { noteLeaving } from '#web/lib/api/transport/leaving.ts'

/** Loads what a request needs, so that the last one can go out while the page is being left. */
export function expectLeaving(): void {
  for (const part of [
    import('#web/lib/auth/session/access-token.ts'),
    import('#web/lib/api/rpc/call-rpc.ts'),
    import('#web/lib/api/transport/retry-writes.ts'),
  ])
    part.catch(() => {})
}

/** Does something on the way out. */
export function leavePage(act: () => void): void {
  noteLeaving(true)
  window.addEventListener('pageshow', () => noteLeaving(false), { once: true })
  act()
}
