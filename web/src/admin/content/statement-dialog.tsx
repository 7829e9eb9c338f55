import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { moderationReasonMax } from '@hot/domain/moderation/decision-form'
import type { Ground } from '@hot/domain/moderation/grounds'
import { statementMax, statementSpeakerMax, teamStatementForm } from '@hot/domain/post/statement-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { useState } from 'react'
import { storedLetter, useLetterDraft } from '#web/lib/drafts/use-letter-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog, GroundField, ReasonDialog } from '../kit/dialogs.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { postRefusals } from '../posts/decisions.ts'
import { setStatement } from './api.ts'

type Props = { post: AdminPost; onDone: (outcome: PostOutcome) => void; onClose: () => void }

/** Publishes what somebody a post is about says, changes it, or takes it away. */
export function StatementDialog({ post, onDone, onClose }: Props) {
  const { id, title, statement, statement_by_star: isByStar } = post
  const [removing, setRemoving] = useState(false)
  const { userId } = useStaff()
  const slot = `team-statement:${id}`
  const [begun] = useState(() => storedLetter(userId, slot, statement?.text))
  const form = useEntityForm({
    schema: teamStatementForm({ isByStar }),
    initial: {
      speaker: statement?.speaker ?? '',
      text: begun || (statement?.text ?? ''),
      reason: '',
      rule: 'content' as Ground,
    },
    save: (fields) => setStatement(post, fields),
    onSaved: (outcome) => done(outcome),
    refusals: postRefusals,
    // The list that shows the post refetches.
    affects: [],
  })
  const [speaker, text, reason] = [form.input('speaker'), form.input('text'), form.input('reason')]
  const draft = useLetterDraft(userId, slot, text.value, begun)
  const discard = () => {
    draft.forget()
    onClose()
  }
  const done = (outcome: PostOutcome) => {
    onDone(outcome)
    discard()
  }
  if (removing) return <RemovalDialog post={post} onDone={done} onClose={() => setRemoving(false)} />
  return (
    <FormDialog
      wide
      busy={form.action.busy}
      hasDraft={begun !== ''}
      onClose={discard}
      title="Stellungnahme"
      description={`„${title}“`}
    >
      <form {...form.formProps} className="grid gap-4">
        <TextField
          label="Wer spricht"
          hint="So steht es öffentlich da. Vergewissere dich vorher, dass die Person es wirklich ist."
          placeholder="Lina Morgentau, über ihr Management"
          {...speaker}
          counter={{ used: textLength(speaker.value), max: statementSpeakerMax }}
        />
        <TextAreaField
          label="Text"
          rows={6}
          hint={draft.hint(
            'Steht über dem Beitrag. Wer ihn geschrieben, kommentiert oder abgestimmt hat, erfährt davon.',
          )}
          {...text}
          counter={{ used: textLength(text.value), max: statementMax }}
        />
        {isByStar && (
          <>
            <TextAreaField
              label="Grund"
              hint={`${statement?.speaker} hat die Stellungnahme selbst abgegeben und bekommt den Grund, mit Einspruch.`}
              {...reason}
              maxLength={moderationReasonMax}
              counter={{ used: reason.value.length, max: moderationReasonMax }}
            />
            <GroundField {...form.bind('rule')} />
          </>
        )}
        <FormFooter action={form.action} submit="Veröffentlichen" variant="strong" onCancel={discard}>
          {statement && (
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Entfernen
            </Button>
          )}
        </FormFooter>
      </form>
    </FormDialog>
  )
}

const nothing = { speaker: '', text: '' }

/** Asks before a statement is removed; of what a star has said themselves, why. */
function RemovalDialog({ post, onDone, onClose }: Props) {
  const { title, statement } = post
  if (post.statement_by_star)
    return (
      <ReasonDialog
        title="Stellungnahme entfernen"
        description={`${statement?.speaker} hat sie zu „${title}“ selbst abgegeben und bekommt den Grund, mit Einspruch.`}
        ground="content"
        confirm="Entfernen"
        danger
        onConfirm={async (reason, rule) => onDone(await setStatement(post, { ...nothing, reason, rule }))}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title="Stellungnahme entfernen"
      text={`„${title}“ steht dann wieder ohne Antwort da.`}
      confirm="Entfernen"
      onConfirm={async () => onDone(await setStatement(post, nothing))}
      onClose={onClose}
    />
  )
}
