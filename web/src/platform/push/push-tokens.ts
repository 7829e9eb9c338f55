import type { DeviceStore } from '../storage/device-store.native.ts'
import type { PushDevice } from './push-device.ts'
import { keptDevice, type ShellPush, shellDevice } from './push-shell.ts'

type Following = {
  shell: ShellPush
  store: DeviceStore
  /** Who is signed in; null: nobody, or not known yet. */
  member: () => string | null
  onMember: (listener: () => void) => () => void
  /** Tells the account. */
  tell: (device: PushDevice) => Promise<void>
}

/**
 * Keeps the account's token of this device the current one for as long as the app runs: asked for once for each member who
 * signs in and had switched it on here, and told whenever the service gives a new one. Never asks the person anything.
 * Resolves with the way out.
 */
export async function followTokens({ shell, store, member, onMember, tell }: Following): Promise<() => void> {
  let registeredFor: string | null = null
  const mine = async () => {
    const kept = await keptDevice(store)
    return kept !== null && kept.user === member() ? kept : null
  }
  const renew = async () => {
    const now = member()
    if (now === registeredFor) return
    registeredFor = now
    if ((await mine()) && (await shell.permission()) === 'granted') await shell.register()
  }
  const told = async (token: string) => {
    const kept = await mine()
    if (kept) await tell(await shellDevice(shell, kept.id, token))
  }
  const look = () => void renew().catch(console.warn)
  const stops = [
    await shell.onToken((token) => void told(token).catch(console.warn)),
    await shell.onRefusal((problem) => console.warn('Push', problem)),
    onMember(look),
  ]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
