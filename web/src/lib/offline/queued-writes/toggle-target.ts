import type { Mark } from './own-reactions.ts'

/** What the viewer wants at one place, until the server has it. */
export type Target = {
  wanted: Mark
  /** Shown before the first tap. */
  before: Mark | undefined
  /** What the server had was not known: counts were not moved, and are asked for at the end. */
  guessed: boolean
  /** Something was sent whose answer did not come: the server may have it or not. */
  unsure: boolean
  /** Another tab changed it meanwhile. */
  foreign: boolean
  taps: number
  /** Waits for a network. */
  kept: boolean
  /** Stands on the device until it is settled. */
  stored: boolean
}

export const beginning = (wanted: Mark, before: Mark | undefined, guessed: boolean): Target => ({
  wanted,
  before,
  guessed,
  unsure: false,
  foreign: false,
  taps: 0,
  kept: false,
  stored: false,
})

/** Kind and id of a key. */
export const partsOf = (key: string) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)] as const
