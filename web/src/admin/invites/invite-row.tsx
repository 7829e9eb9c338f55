import type { AdminInvite } from '@hot/domain/contract/admin/invites'
import { useQueryClient } from '@tanstack/react-query'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { useStaff } from '../kit/access.tsx'
import { inviteRefusals, moment, stateNames } from './invite-texts.ts'
import { invitesKey } from './invites-queries.ts'

async function copyLink(code: string): Promise<void> {
  const { siteUrl } = await runtimeConfig()
  await navigator.clipboard.writeText(`${siteUrl}/invites?code=${code}`)
  showToast({ title: 'Link kopiert' })
}

type Props = { invite: AdminInvite; onShowUses: () => void }

export function InviteRow({ invite, onShowUses }: Props) {
  const { userId } = useStaff()
  const queryClient = useQueryClient()
  const action = useAction({ ...inviteRefusals, NotAllowedError: 'Der Browser lässt das Kopieren nicht zu.' })
  const isOff = invite.state === 'inactive'
  const toggle = () =>
    action.run(async () => {
      await rpc('admin_switch_invite', { p_id: invite.id, p_active: isOff })
      await queryClient.invalidateQueries({ queryKey: invitesKey(userId) })
      showToast({ title: isOff ? 'Code wieder gültig' : 'Code abgeschaltet' })
    })
  return (
    <tr>
      <td>
        <b className="num">{invite.code}</b>
      </td>
      <td>
        <Badge kind={invite.state === 'valid' ? 'new' : 'plain'}>{stateNames[invite.state]}</Badge>
      </td>
      <td className="number">
        {invite.uses === 0 ? (
          `0 / ${formatCount(invite.max_uses)}`
        ) : (
          <button type="button" className="link" onClick={onShowUses} aria-label={`Wer kam mit ${invite.code}?`}>
            {formatCount(invite.uses)} / {formatCount(invite.max_uses)}
          </button>
        )}
      </td>
      <td className="whitespace-nowrap">{invite.expires_at ? moment(invite.expires_at) : 'ohne Ende'}</td>
      <td className="min-w-40 wrap-anywhere">{invite.note}</td>
      <td>{invite.created_by?.nickname ?? 'Unbekannt'}</td>
      <td>
        <div className="flex gap-2">
          {!isOff && (
            <Button small onClick={() => action.run(() => copyLink(invite.code))}>
              Link kopieren
            </Button>
          )}
          <Button small onClick={toggle} disabled={action.busy}>
            {isOff ? 'Anschalten' : 'Abschalten'}
          </Button>
        </div>
        <FormFailure text={action.failure} />
      </td>
    </tr>
  )
}
