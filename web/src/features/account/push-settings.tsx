import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { useMember } from './member.tsx'
import { type PushState, pushQuery, turnPushOff, turnPushOn } from './push-state.ts'

const texts: Record<Exclude<PushState['kind'], 'unavailable'>, string> = {
  off: 'Soll dieses Gerät dir auch Bescheid sagen, wenn HoT zu ist? Dann fragt dein Browser gleich, ob er das darf. Du bekommst nur, was oben an ist.',
  on: 'An: Dieses Gerät sagt dir Bescheid, auch wenn HoT zu ist. Mit dem Abmelden hört das auf.',
  blocked:
    'Blockiert: Dein Browser lässt keine Nachrichten von HoT zu. Erlaube sie in seinen Einstellungen für diese Seite und lade sie neu.',
}

/** Whether this device speaks up while HoT is closed. Absent where that is not possible; below the list, which must not jump. */
export function PushSettings() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(pushQuery(user.id))
  const action = useAction({ session_gone: 'Deine Anmeldung ist abgelaufen. Melde dich neu an.' })
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
        {texts[data.kind]}
      </p>
      {data.kind === 'off' && (
        <Button small disabled={action.busy} onClick={() => void change(() => turnPushOn(data.key))}>
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
