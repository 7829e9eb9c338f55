import { createEmitter } from '#web/create-store.ts'

/** What happens to the session. */
export type SessionEvent =
  /**
   * `here`: in this tab, as opposed to another one. `registered`: within a minute of the account's creation.
   * `kept`: false when the browser stores nothing and the session ends with the page.
   */
  | { kind: 'signed-in'; userId: string; here: boolean; registered: boolean; kept: boolean }
  /** `refused`: the server ended it; otherwise somebody signed out, here or in another tab. */
  | { kind: 'signed-out'; refused: boolean }

const events = createEmitter<SessionEvent>()

/** Calls back on everything that happens from now on. */
export const onSessionEvent = events.subscribe

/** For the session only. */
export const emitSessionEvent = events.emit

const beforeSigningOut = new Set<() => Promise<void>>()

/** Runs before the session ends on this device, while its token is still valid; signing out waits for it. */
export function beforeSignOut(act: () => Promise<void>): () => void {
  beforeSigningOut.add(act)
  return () => beforeSigningOut.delete(act)
}

/** For the session only. */
export async function prepareSignOut(): Promise<void> {
  await Promise.all([...beforeSigningOut].map((act) => act()))
}
