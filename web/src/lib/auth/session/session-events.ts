import { createEmitter } from '#web/create-store.ts'

/** Session changes. */
export type SessionEvent =
  /**
   * `here`: in this tab, as opposed to another one. `registered`: within a minute of the account's creation.
   * `persisted`: false when the browser stores nothing and the session ends with the page. `replaces`: another member was
   * signed in.
   */
  | {
      kind: 'signed-in'
      userId: string
      here: boolean
      registered: boolean
      persisted: boolean
      replaces: boolean
    }
  /** `refused`: the server ended the session; otherwise the member signed out, here or in another tab. */
  | { kind: 'signed-out'; refused: boolean }

const events = createEmitter<SessionEvent>()

/** Calls back on every following event. */
export const onSessionEvent = events.subscribe

/** For the session only. */
export const emitSessionEvent = events.emit
