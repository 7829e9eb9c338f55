import type { DeviceStore } from './device-store.native.ts'

/**
 * Writes copies one after another, so that a slow write of a session cannot follow its deletion. Failures are only
 * logged.
 */
export function createCopier(open: () => Promise<DeviceStore>): (key: string, value: string | null) => Promise<void> {
  let last = Promise.resolve()
  return (key, value) => {
    last = last
      .then(async () => {
        const store = await open()
        await (value === null ? store.remove(key) : store.set(key, value))
      })
      .catch(console.warn)
    return last
  }
}

let copier: ReturnType<typeof createCopier> | undefined

/** Copies an entry of local storage to the device's storage; null deletes the copy. Only for the shells. */
export function copyToDevice(key: string, value: string | null): Promise<void> {
  // Created on first use: at module level it would be part of the website's build too.
  copier ??= createCopier(async () => (await import('./device-store.native.ts')).deviceStore)
  return copier(key, value)
}

/** Restores missing entries of local storage from their device copies. Resolves with whether any were restored. */
export async function restoreCopies(
  keys: readonly string[],
  local: Pick<Storage, 'getItem' | 'setItem'>,
  store: DeviceStore,
): Promise<boolean> {
  let restored = false
  for (const key of keys) {
    const copy = await store.get(key)
    // Checked after reading, during which the person may have signed in.
    if (copy === null || local.getItem(key) !== null) continue
    local.setItem(key, copy)
    restored = true
  }
  return restored
}
