import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { type RumorStatus, rumorStatus } from '@hot/domain/contract/post'
import { deletionTemplates, rejectionTemplates } from '@hot/domain/post/moderation'
import { rumorStatusLabels } from '@hot/domain/post/rumor-status'
import { type FormEvent, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { postRefusals } from './decisions.ts'

type DecisionDialogProps = {
  decision: 'reject' | 'delete'
  posts: readonly AdminPost[]
  onReason: (reason: string) => void
  onClose: () => void
}

const about = (posts: readonly AdminPost[]) =>
  posts.length === 1 ? `„${posts[0]?.title}“ von ${posts[0]?.author_name}` : `${posts.length} Beiträge`

/** Asks for the reason of a rejection or deletion. The author reads it. */
export function DecisionDialog({ decision, posts, onReason, onClose }: DecisionDialogProps) {
  const decide = async (reason: string) => onReason(reason)
  if (decision === 'reject')
    return (
      <ReasonDialog
        open
        title={posts.length === 1 ? 'Beitrag ablehnen' : 'Beiträge ablehnen'}
        description={`${about(posts)}. Den Grund bekommt, wer geschrieben hat.`}
        templates={rejectionTemplates}
        confirm="Ablehnen"
        message="Bitte gib einen Grund für die Ablehnung an."
        onConfirm={decide}
        onClose={onClose}
      />
    )
  return (
    <ReasonDialog
      open
      title={posts.length === 1 ? 'Beitrag löschen' : 'Beiträge löschen'}
      description={`${about(posts)}. Stimmen und Kommentare gehen mit. Im Archiv bleibt alles 30 Tage wiederherstellbar.`}
      templates={deletionTemplates}
      confirm="Löschen"
      danger
      onConfirm={decide}
      onClose={onClose}
    />
  )
}

const reasonMax = 2000
const sourceMax = 500

type RumorDialogProps = {
  post: AdminPost
  rumor: NonNullable<AdminPost['rumor']>
  onDone: (outcome: PostOutcome) => void
  onClose: () => void
}

/** What the team says about a rumor; reason and source stand on its page. */
export function RumorDialog({ post, rumor, onDone, onClose }: RumorDialogProps) {
  const [status, setStatus] = useState<RumorStatus>(rumor.status)
  const [reason, setReason] = useState(rumor.verification_reason ?? '')
  const [source, setSource] = useState(rumor.verification_source ?? '')
  const action = useAction(postRefusals)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const worked = await action.run(async () =>
      onDone(
        await rpc('admin_set_rumor_status', {
          p_id: post.id,
          p_seen: rumor.updated_at,
          p_status: status,
          p_reason: reason.trim() || null,
          p_source: source.trim() || null,
        }),
      ),
    )
    if (worked) onClose()
  }
  return (
    <FormDialog wide busy={action.busy} onClose={onClose} title="Status des Gerüchts" description={`„${post.title}“`}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField
          label="Status"
          value={status}
          onChange={(event) => setStatus(rumorStatus.options.find((one) => one === event.target.value) ?? status)}
        >
          {rumorStatus.options.map((one) => (
            <option key={one} value={one}>
              {rumorStatusLabels[one]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Begründung (optional)"
          hint="Steht öffentlich beim Gerücht."
          value={reason}
          maxLength={reasonMax}
          counter={{ used: reason.length, max: reasonMax }}
          onChange={(event) => setReason(event.target.value)}
        />
        <TextField
          label="Quelle (optional)"
          hint="Link oder Name. Steht öffentlich beim Gerücht."
          value={source}
          maxLength={sourceMax}
          onChange={(event) => setSource(event.target.value)}
        />
        <FormFoot action={action} submit="Status speichern" variant="strong" onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
