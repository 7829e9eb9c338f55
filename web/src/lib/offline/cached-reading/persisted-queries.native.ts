import { cameBack, noteAnswer } from '#web/lib/api/backend-reachable.ts'
import { storedSession } from '#web/lib/auth/session/session-storage.ts'
import { isOnline } from '#web/platform/device/connection.ts'
import { keptReader, type Reader } from './persisted-reader.ts'
import { keptStore } from './persisted-store.native.ts'

/** The app's first script: its name changes with every build. */
const build = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
const owner = () => storedSession()?.user?.id ?? ''

/** Reads through what this device kept of the person who is looking. */
export const readKept: Reader = keptReader({
  store: keptStore,
  owner,
  build,
  now: Date.now,
  online: isOnline,
  noteAnswer,
  cameBack,
})

/** Somebody signed in or out: nothing of the person before stays. */
export const forgetKept = (): Promise<void> => keptStore.clear()

/** Forgets what is old, another person's, another build's, or more than there is room for; its rules are not needed before. */
export async function sweepKept(): Promise<void> {
  const { keptSurplus } = await import('@hot/domain/network/cached-reading')
  const entries = (await keptStore.all()).map(([hash, { text, ...facts }]) => ({ hash, size: text.length, ...facts }))
  const surplus = keptSurplus(entries, { owner: owner(), build, now: Date.now(), online: isOnline() })
  await keptStore.remove(surplus.map(({ hash }) => hash))
}
