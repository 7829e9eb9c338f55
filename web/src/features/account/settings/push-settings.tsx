import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { useMember } from '../member.tsx'
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

/** Whether this device speaks up while HoT is closed. Absent where that is not possible; last in its column, which must not jump. */
export function PushSettings() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(pushQuery(user.id))
  const action = useAction(refusals)
  if (data?.kind === 'unavailable' || (!data && !isError)) return null
  const change = (act: () => Promise<void>) =>
    void action.run(async () => {
      await act().finally(() => refetch())
    })
  return (
    <section aria-labelledby="geraet">
      <SectionHead id="geraet" title="Wenn HoT zu ist" />
      {data ? (
        <div className="grid justify-items-start gap-3">
          <p className="meta" role="status">
            {textOf(data, action.busy)}
          </p>
          <Switching state={data} busy={action.busy} onChange={change} userId={user.id} />
          <FormFailure text={action.failure} />
        </div>
      ) : (
        <ErrorState title="Ob dieses Gerät Bescheid sagt, ist gerade unklar" onRetry={() => void refetch()} />
      )}
    </section>
  )
}

type Switching = { state: PushState; busy: boolean; userId: string; onChange: (act: () => Promise<void>) => void }

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
