import type { DeviceStore } from './device-store.native.ts'

/** Copies in the order they were asked for: no copy of a session may outlive its end. A failure is logged only. */
export function copyKeeper(open: () => Promise<DeviceStore>): (key: string, value: string | null) => Promise<void> {
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

let keeper: ReturnType<typeof copyKeeper> | undefined

/** Keeps a copy of what lies in local storage at the device; null removes it. Only for the shells. */
export function copyToDevice(key: string, value: string | null): Promise<void> {
  // Created on first use: at module level it would be part of the website's build too.
  keeper ??= copyKeeper(async () => (await import('./device-store.native.ts')).deviceStore)
  return keeper(key, value)
}

/** Fills what is missing in local storage from its copy at the device. Whether anything came back. */
export async function restoreCopies(
  keys: readonly string[],
  local: Pick<Storage, 'getItem' | 'setItem'>,
  store: DeviceStore,
): Promise<boolean> {
  let restored = false
  for (const key of keys) {
    const copy = await store.get(key)
    // Looked at last: somebody may have signed in while the device answered.
    if (copy === null || local.getItem(key) !== null) continue
    local.setItem(key, copy)
    restored = true
  }
  return restored
}
