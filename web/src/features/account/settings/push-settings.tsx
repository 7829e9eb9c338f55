import { sessionGone } from '@hot/domain/network/refusals'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addPushDevice, isPushDevice, removePushDevice } from '#web/entities/notification/api.ts'
import { pushSetup } from '#web/lib/api/config/runtime-config.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { devicePush, needsHomeScreen, type PushSetup } from '#web/platform/push/push.ts'
import type { DevicePush, PushDevice } from '#web/platform/push/push-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-layout.tsx'
import { accountKey } from '../api.ts'

/**
 * `unavailable`: not supported by this device or this installation. `install`: available once HoT is on the home
 * screen. `blocked`: the person or the device has denied permission.
 */
type SettingState =
  | { kind: 'unavailable' | 'install' }
  | { kind: 'blocked' | 'off'; by: DevicePush['kind'] }
  | { kind: 'on'; by: DevicePush['kind']; device: string }

/** Cached when the state is read: browsers show the permission prompt only directly after a press, before any await. */
let currentPush: DevicePush | null = null

async function findPush(setup: PushSetup): Promise<DevicePush | null> {
  currentPush = await devicePush(setup)
  return currentPush
}

async function thisDevice(): Promise<DevicePush> {
  const push = currentPush ?? (await findPush(await pushSetup()))
  if (!push) throw new Error('no push here')
  return push
}

async function readPushState(userId: string): Promise<SettingState> {
  const setup = await pushSetup()
  const push = await findPush(setup)
  if (!push) return { kind: setup.webPushKey && needsHomeScreen() ? 'install' : 'unavailable' }
  const by = push.kind
  const { permission, device } = await push.state(userId)
  if (permission === 'denied') return { kind: 'blocked', by }
  // `isPushDevice` is false if the device is registered for a member who was signed in here before.
  if (!device || permission !== 'granted' || !(await isPushDevice(device))) return { kind: 'off', by }
  return { kind: 'on', by, device }
}

/** The state of push notifications on this device, read without a prompt. */
export const pushQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'push'),
    queryFn: () => readPushState(userId),
    // The person may return from the device's settings, where the permission can be changed.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** Asks for permission and registers; does nothing if the person declines. */
export async function turnPushOn(userId: string): Promise<void> {
  const push = await thisDevice()
  const device = await push.register()
  if (!device) return
  await addPushDevice(device)
  await push.remember(device.id, userId)
}

/** Removes the device from the account first: otherwise the server would keep sending to it until a message fails. */
export async function turnPushOff(device: string): Promise<void> {
  await removePushDevice(device)
  await (await thisDevice()).forget()
}

type Kind = PushDevice['kind']

/** The explanation shown first; the system's own prompt follows the press. */
const offTexts: Readonly<Record<Kind, string>> = {
  web: 'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt dein Browser gleich, ob er das darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
  ios: 'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt es dich gleich, ob HoT Mitteilungen senden darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
  android:
    'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt es dich gleich, ob HoT Benachrichtigungen senden darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
}

const onText = 'An: Dieses Gerät sagt dir auch dann Bescheid. Mit dem Abmelden hört das auf.'

/** How to allow it again, in the wording of each system's settings. */
const blockedTexts: Readonly<Record<Kind, string>> = {
  web: 'Blockiert: Dein Browser lässt keine Nachrichten von HoT zu. Erlaube sie in seinen Einstellungen für diese Seite und lade sie neu.',
  ios: 'Blockiert: Dieses Gerät lässt keine Mitteilungen von HoT zu. Öffne seine Einstellungen, dort „Mitteilungen“ und „HoT“, erlaube sie und komm zurück.',
  android:
    'Blockiert: Dieses Gerät lässt keine Benachrichtigungen von HoT zu. Öffne seine Einstellungen, dort „Apps“, „HoT“ und „Benachrichtigungen“, erlaube sie und komm zurück.',
}

const installText =
  'Auf iPhone und iPad sagt HoT dir auch dann Bescheid, sobald es auf deinem Home-Bildschirm liegt: in Safari auf „Teilen“ und dann „Zum Home-Bildschirm“. Öffne HoT von dort und komm hierher zurück.'

/** Shown while asking for permission and fetching the push token. */
const pendingText = 'Einen Moment, dein Gerät wird angemeldet …'

const refusals = {
  device_invalid: 'Dieses Gerät lässt sich so nicht anmelden. Lade die Seite neu und versuch es noch einmal.',
  session_gone: sessionGone,
  no_push_token: 'Dein Gerät hat sich nicht anmelden lassen. Prüf deine Verbindung und versuch es noch einmal.',
}

function textOf(state: SettingState, busy: boolean): string {
  if (state.kind === 'on') return onText
  if (state.kind === 'blocked') return blockedTexts[state.by]
  if (state.kind === 'off') return busy ? pendingText : offTexts[state.by]
  return installText
}

/**
 * Push notifications on this device. Renders nothing where unsupported, so it is last in its column and shifts nothing.
 */
export function PushSettings() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(pushQuery(user.id))
  const change = useWrite((act: () => Promise<void>) => act().finally(() => refetch()), { refusals })
  if (data?.kind === 'unavailable' || (!data && !isError)) return null
  return (
    <section aria-labelledby="geraet">
      <SectionHead id="geraet" title="Wenn HoT zu ist" />
      {data ? (
        <div className="grid justify-items-start gap-3">
          <p className="meta" role="status">
            {textOf(data, change.busy)}
          </p>
          <PushSwitch state={data} busy={change.busy} onChange={change.run} userId={user.id} />
          <FormFailure text={change.failure} />
        </div>
      ) : (
        <ErrorState title="Ob dieses Gerät Bescheid sagt, ist gerade unklar" onRetry={() => void refetch()} />
      )}
    </section>
  )
}

const { pushOfferClosed: offerKey } = storageKeys

const offerIsClosed = (): boolean => {
  try {
    return localStorage.getItem(offerKey) !== null
  } catch {
    // Storage is blocked: as long as the page is open, `closed` has it.
    return false
  }
}

function closeOffer(): void {
  try {
    localStorage.setItem(offerKey, '1')
  } catch {
    // Storage is blocked: the offer comes back with the next page.
  }
}

/**
 * Offers push notifications beside the list of notifications, where somebody looks for answers; once closed, only the
 * settings do. Whoever presses and is refused by browser or device is told how to allow it.
 */
export function PushOffer({ userId }: { userId: string }) {
  const { data, refetch } = useQuery(pushQuery(userId))
  const [closed, setClosed] = useState(offerIsClosed)
  const [pressed, setPressed] = useState(false)
  const change = useWrite((act: () => Promise<void>) => act().finally(() => refetch()), { refusals })
  const refused = pressed && data?.kind === 'blocked'
  if (closed || (data?.kind !== 'off' && !refused)) return null
  const close = () => {
    closeOffer()
    setClosed(true)
  }
  const press = (act: () => Promise<void>) => {
    setPressed(true)
    return change.run(act)
  }
  return (
    <div className="mb-4">
      <Callout>
        <p role="status">
          {refused
            ? textOf(data, false)
            : 'Antworten siehst du sonst erst beim nächsten Besuch. Soll dieses Gerät dir Bescheid sagen?'}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <PushSwitch state={data} busy={change.busy} onChange={press} userId={userId} />
          <Button small variant="quiet" onClick={close}>
            {refused ? 'Verstanden' : 'Nein danke'}
          </Button>
        </div>
        <FormFailure text={change.failure} />
      </Callout>
    </div>
  )
}

type SwitchProps = {
  state: SettingState
  busy: boolean
  userId: string
  onChange: (act: () => Promise<void>) => unknown
}

/** One button for both states, so that it keeps the focus. */
function PushSwitch({ state, busy, userId, onChange }: SwitchProps) {
  if (state.kind !== 'on' && state.kind !== 'off') return null
  const act = () => (state.kind === 'on' ? turnPushOff(state.device) : turnPushOn(userId))
  return (
    <Button small busy={busy} onClick={() => onChange(act)}>
      {state.kind === 'on' ? 'Ausschalten' : 'Bescheid sagen'}
    </Button>
  )
}
