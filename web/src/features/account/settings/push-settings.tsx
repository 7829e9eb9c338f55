import { useQuery } from '@tanstack/react-query'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import type { PushDevice } from '#web/platform/push/push-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-frame.tsx'
import { type PushState, pushQuery, turnPushOff, turnPushOn } from './push-state.ts'

type Kind = PushDevice['kind']

/** The explaining question; the system's own comes after the press. */
const offTexts: Readonly<Record<Kind, string>> = {
  web: 'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt dein Browser gleich, ob er das darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
  ios: 'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt es dich gleich, ob HoT Mitteilungen senden darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
  android:
    'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt es dich gleich, ob HoT Benachrichtigungen senden darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
}

const onText = 'An: Dieses Gerät sagt dir auch dann Bescheid. Mit dem Abmelden hört das auf.'

/** How to allow it again, in the words of each system's settings. */
const blockedTexts: Readonly<Record<Kind, string>> = {
  web: 'Blockiert: Dein Browser lässt keine Nachrichten von HoT zu. Erlaube sie in seinen Einstellungen für diese Seite und lade sie neu.',
  ios: 'Blockiert: Dieses Gerät lässt keine Mitteilungen von HoT zu. Öffne seine Einstellungen, dort „Mitteilungen“ und „HoT“, erlaube sie und komm zurück.',
  android:
    'Blockiert: Dieses Gerät lässt keine Benachrichtigungen von HoT zu. Öffne seine Einstellungen, dort „Apps“, „HoT“ und „Benachrichtigungen“, erlaube sie und komm zurück.',
}

const installText =
  'Auf iPhone und iPad sagt HoT dir auch dann Bescheid, sobald es auf deinem Home-Bildschirm liegt: in Safari auf „Teilen“ und dann „Zum Home-Bildschirm“. Öffne HoT von dort und komm hierher zurück.'

/** While the device is asked, and its service for a token. */
const pendingText = 'Einen Moment, dein Gerät wird angemeldet …'

const refusals = {
  session_gone: 'Deine Anmeldung ist abgelaufen. Melde dich neu an.',
  no_push_token: 'Dein Gerät hat sich nicht anmelden lassen. Prüf deine Verbindung und versuch es noch einmal.',
}

function textOf(state: PushState, busy: boolean): string {
  if (state.kind === 'on') return onText
  if (state.kind === 'blocked') return blockedTexts[state.by]
  if (state.kind === 'off') return busy ? pendingText : offTexts[state.by]
  return installText
}

/** Whether this device speaks up while HoT is closed. Absent where that is not possible; last in its column, which must not jump. */
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
          <Switching state={data} busy={change.busy} onChange={change.run} userId={user.id} />
          <FormFailure text={change.failure} />
        </div>
      ) : (
        <ErrorState title="Ob dieses Gerät Bescheid sagt, ist gerade unklar" onRetry={() => void refetch()} />
      )}
    </section>
  )
}

type Switching = { state: PushState; busy: boolean; userId: string; onChange: (act: () => Promise<void>) => unknown }

/** One button for both ways, so that it keeps the focus. */
function Switching({ state, busy, userId, onChange }: Switching) {
  if (state.kind !== 'on' && state.kind !== 'off') return null
  const act = () => (state.kind === 'on' ? turnPushOff(state.device) : turnPushOn(userId))
  return (
    <Button small disabled={busy} onClick={() => onChange(act)}>
      {state.kind === 'on' ? 'Ausschalten' : 'Bescheid sagen'}
    </Button>
  )
}
