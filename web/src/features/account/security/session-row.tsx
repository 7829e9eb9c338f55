import type { AccountSession } from '@hot/domain/contract/account/security'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useQueryClient } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { sessionsQuery } from '../account-queries.ts'
import { useMember } from '../member.tsx'
import { deviceName } from './device-name.ts'

const isHandheld = (agent: string | null) => /Android|iPhone|iPad|HoTApp/.test(agent ?? '')

/** `zuletzt aktiv vor 3 Std.`; a token is refreshed once an hour at most, so one's own is simply here. */
function activity({ is_current, refreshed_at }: AccountSession, now: string): string {
  if (is_current) return 'gerade aktiv'
  const age = relativeTime(refreshed_at, now)
  return `zuletzt aktiv ${age.charAt(0).toLowerCase()}${age.slice(1)}`
}

/** One device. Its own end is the sign-out button's; others end here. */
export function SessionRow({ session, now }: { session: AccountSession; now: string }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const action = useAction()
  const name = deviceName(session.user_agent)
  const end = () =>
    action.run(async () => {
      await rpc('end_session', { p_id: session.id })
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(user.id).queryKey })
      showToast({ title: `${name} abgemeldet` })
    })
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-rule py-3 first:border-t-0">
      <Icon of={isHandheld(session.user_agent) ? Smartphone : Monitor} />
      <div className="min-w-0 flex-1">
        <h3 className="type-h4">{name}</h3>
        <p className="meta">
          {activity(session, now)}
          {session.ip && ` · Netz ${session.ip}`}
        </p>
        <FormFailure text={action.failure} />
      </div>
      {session.is_current ? (
        <Badge kind="outline">Dieses Gerät</Badge>
      ) : (
        <Button small onClick={end} disabled={action.busy} aria-label={`${name} abmelden`}>
          Abmelden
        </Button>
      )}
    </li>
  )
}
