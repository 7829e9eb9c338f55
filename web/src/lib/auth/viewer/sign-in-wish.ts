import { createStore, useStore } from '#web/create-store.ts'

/** What a guest chose before signing in, in words that can be stored: target and choice (`queued-writes/own-choices.ts`). */
export type Wish = readonly [target: `${string}:${string}`, choice: string | null]

const isWish = (value: unknown): value is Wish =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  value[0].includes(':') &&
  (value[1] === null || typeof value[1] === 'string')

/** Whether a stored value is a list of wishes. */
export const areWishes = (value: unknown): value is readonly Wish[] => Array.isArray(value) && value.every(isWish)

const store = createStore<readonly Wish[] | null>(null)

/** Called where somebody arrives who left the page to sign in. */
export const bringWishes = store.set

/** The wishes that were brought along, to be carried out once; `bringWishes(null)` ends them. */
export const useBroughtWishes = (): readonly Wish[] | null => useStore(store)
