import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { rumorStatus } from '@hot/domain/contract/post'
import { moderationReasonMax, rumorForm, rumorSourceMax } from '@hot/domain/moderation/decision-form'
import { rumorStatusLabels } from '@hot/domain/post/limits'
import { deletionTemplates, rejectionTemplates } from '@hot/domain/post/moderation'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
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
        title={posts.length === 1 ? 'Beitrag ablehnen' : 'Beiträge ablehnen'}
        description={`${about(posts)}. Den Grund bekommt, wer geschrieben hat.`}
        templates={rejectionTemplates}
        confirm="Ablehnen"
        missing="Bitte gib einen Grund für die Ablehnung an."
        onConfirm={decide}
        onClose={onClose}
      />
    )
  return (
    <ReasonDialog
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

type RumorDialogProps = {
  post: AdminPost
  rumor: NonNullable<AdminPost['rumor']>
  onDone: (outcome: PostOutcome) => void
  onClose: () => void
}

/** What the team says about a rumor; reason and source stand on its page. */
export function RumorDialog({ post, rumor, onDone, onClose }: RumorDialogProps) {
  const form = useEntityForm({
    schema: rumorForm,
    initial: {
      status: rumor.status,
      reason: rumor.verification_reason ?? '',
      source: rumor.verification_source ?? '',
    },
    save: ({ status, reason, source }) =>
      rpc('admin_set_rumor_status', {
        p_id: post.id,
        p_seen: rumor.updated_at,
        p_status: status,
        p_reason: reason || null,
        p_source: source || null,
      }),
    onSaved: (outcome) => {
      onDone(outcome)
      onClose()
    },
    refusals: postRefusals,
    // The list that shows the post does that.
    affects: [],
  })
  const reason = form.input('reason')
  return (
    <FormDialog
      wide
      busy={form.action.busy}
      onClose={onClose}
      title="Status des Gerüchts"
      description={`„${post.title}“`}
    >
      <form {...form.formProps} className="grid gap-4">
        <SelectField label="Status" {...form.input('status')}>
          {rumorStatus.options.map((one) => (
            <option key={one} value={one}>
              {rumorStatusLabels[one]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Begründung (optional)"
          hint="Steht öffentlich beim Gerücht."
          {...reason}
          maxLength={moderationReasonMax}
          counter={{ used: reason.value.length, max: moderationReasonMax }}
        />
        <TextField
          label="Quelle (optional)"
          hint="Link oder Name. Steht öffentlich beim Gerücht."
          {...form.input('source')}
          maxLength={rumorSourceMax}
        />
        <FormFoot action={form.action} submit="Status speichern" variant="strong" onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
