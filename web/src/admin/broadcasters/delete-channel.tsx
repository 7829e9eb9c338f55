import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ConfirmDialog } from '../frame/confirm-dialog.tsx'
import { type Channel, type ChannelKind, channelRefusals, kinds, whatLosesIt } from './channel-kinds.ts'

type Props = { kind: ChannelKind; channel: Channel; onDeleted: () => void; onClose: () => void }

/** Says what uses a broadcaster or provider before it is deleted. */
export function DeleteChannel({ kind, channel, onDeleted, onClose }: Props) {
  const client = useQueryClient()
  const remove = async () => {
    await rpc(kinds[kind].remove, { p_id: channel.id })
    showToast({ title: `${kinds[kind].one} gelöscht`, text: channel.name })
    onDeleted()
    await client.invalidateQueries()
  }
  return (
    <ConfirmDialog
      title={`${channel.name} löschen?`}
      text={`${whatLosesIt(channel)} Soll er nur nicht mehr angeboten werden, schalte ihn auf inaktiv.`}
      confirm="Löschen"
      special={channelRefusals}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
