import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { useMember } from './member.tsx'
import { type PushState, pushQuery, turnPushOff, turnPushOn } from './push-state.ts'
import { blockedTexts, installText, offTexts, onText, pendingText } from './push-texts.ts'

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

/** Whether this device speaks up while HoT is closed. Absent where that is not possible; below the list, which must not jump. */
export function PushSettings() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(pushQuery(user.id))
  const action = useAction(refusals)
  if (isError && !data)
    return <ErrorState title="Ob dieses Gerät Bescheid sagt, ist gerade unklar" onRetry={() => void refetch()} />
  if (!data || data.kind === 'unavailable') return null
  const change = (act: () => Promise<void>) =>
    action.run(async () => {
      await act().finally(() => refetch())
    })
  return (
    <div className="mt-6 grid justify-items-start gap-3">
      <h3 className="type-h4">Auf diesem Gerät</h3>
      <p className="meta" role="status">
        {textOf(data, action.busy)}
      </p>
      {data.kind === 'off' && (
        <Button small disabled={action.busy} onClick={() => void change(() => turnPushOn(user.id))}>
          Bescheid sagen
        </Button>
      )}
      {data.kind === 'on' && (
        <Button small disabled={action.busy} onClick={() => void change(() => turnPushOff(data.device))}>
          Ausschalten
        </Button>
      )}
      <FormFailure text={action.failure} />
    </div>
  )
}
