import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { rumorStatus } from '@hot/domain/contract/post'
import { moderationReasonMax } from '@hot/domain/moderation/decision-form'
import type { Ground } from '@hot/domain/moderation/grounds'
import { rumorStatusLabels } from '@hot/domain/post/kinds'
import { postContentMax, postTitleMax } from '@hot/domain/post/limits'
import { postTypeOfKind } from '@hot/domain/post/moderation'
import { postSentences } from '@hot/domain/post/refusals'
import { subjectNames } from '@hot/domain/post/sensitive-subjects'
import {
  rumorForm,
  rumorSourceMax,
  staffEditForm,
  unsourcedAnswerMax,
  unsourcedForm,
  unsourcedReason,
} from '@hot/domain/post/staff-forms'
import { textLength } from '@hot/domain/text/sanitize-text'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { ConfirmDialog, ReasonDialog, ReasonFormDialog } from '../kit/dialogs.tsx'
import { EditTags, editedTagsOf } from '../kit/edit-tags.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { postRefusals } from './decisions.ts'

type DecisionDialogProps = {
  decision: 'reject' | 'delete'
  posts: readonly AdminPost[]
  onReason: (reason: string, rule: Ground) => void
  onClose: () => void
}

/** What a decision about these most likely rests on. */
const likelyGround = (posts: readonly AdminPost[]): Ground => (posts.every(({ rumor }) => rumor) ? 'rumors' : 'content')

const about = (posts: readonly AdminPost[]) =>
  posts.length === 1 ? `„${posts[0]?.title}“ von ${posts[0]?.author_name}` : `${posts.length} Beiträge`

const isChange = (post: AdminPost | undefined) => post?.change?.kind === 'revision'

/** Asks for the reason of a rejection or deletion. The author sees it. */
export function DecisionDialog({ decision, posts, onReason, onClose }: DecisionDialogProps) {
  const decide = async (reason: string, rule: Ground) => onReason(reason, rule)
  if (decision === 'reject')
    return (
      <ReasonDialog
        title={
          posts.length === 1 ? (isChange(posts[0]) ? 'Änderung ablehnen' : 'Beitrag ablehnen') : 'Beiträge ablehnen'
        }
        description={`${about(posts)}. Den Grund bekommt, wer geschrieben hat.`}
        reasons="reject_post"
        ground={likelyGround(posts)}
        confirm="Ablehnen"
        missing={postSentences.reason_required}
        onConfirm={decide}
        onClose={onClose}
      />
    )
  return (
    <ReasonDialog
      title={posts.length === 1 ? 'Beitrag löschen' : 'Beiträge löschen'}
      description={`${about(posts)}. Stimmen und Kommentare gehen mit. Im Archiv bleibt alles 30 Tage wiederherstellbar.`}
      reasons="delete_post"
      ground={likelyGround(posts)}
      confirm="Löschen"
      danger
      onConfirm={decide}
      onClose={onClose}
    />
  )
}

type SensitiveDialogProps = { post: AdminPost; onApprove: () => void; onClose: () => void }

/** Asks before something sensitive is published: what it is about, and what is said to prove it. */
export function SensitiveDialog({ post, onApprove, onClose }: SensitiveDialogProps) {
  const source = post.rumor?.source_url
  return (
    <ConfirmDialog
      title={`Heikel: ${subjectNames(post.sensitive)}`}
      text={
        <>
          <span className="block wrap-anywhere">„{post.title}“</span>
          <span className="block break-all">{source ? `Quelle: ${source}` : 'Ohne Quelle.'}</span>
          <span className="block">
            Gib es nur frei, wenn eine Quelle es belegt und es die Öffentlichkeit etwas angeht.
          </span>
        </>
      }
      confirm="Trotzdem freigeben"
      onConfirm={async () => onApprove()}
      onClose={onClose}
    />
  )
}

type UnsourcedDialogProps = { post: AdminPost; onApprove: (reason: string) => void; onClose: () => void }

/** Asks why a rumor about a person is published although it names no source. The answers are kept in the log. */
export function UnsourcedDialog({ post, onApprove, onClose }: UnsourcedDialogProps) {
  const form = useEntityForm({
    schema: unsourcedForm,
    initial: { evidence: '', heard: '', interest: '' },
    save: async (answers) => unsourcedReason(answers),
    onSaved: (reason) => {
      onApprove(reason)
      onClose()
    },
    refusals: postRefusals,
    affects: [],
  })
  const question = (name: 'evidence' | 'heard' | 'interest', label: string, hint: string) => {
    const input = form.input(name)
    return (
      <TextAreaField
        label={label}
        hint={hint}
        rows={2}
        {...input}
        counter={{ used: textLength(input.value), max: unsourcedAnswerMax }}
      />
    )
  }
  return (
    <FormDialog
      wide
      busy={form.action.busy}
      onClose={onClose}
      title={post.sensitive.length > 0 ? `Ohne Quelle, heikel: ${subjectNames(post.sensitive)}` : 'Ohne Quelle'}
      description={`„${post.title}“ sagt etwas über einen Menschen und nennt keine Quelle. Die Antworten bleiben im Protokoll.`}
    >
      <form {...form.formProps} className="grid gap-4">
        {question('evidence', 'Was spricht dafür?', 'Was ihr selbst gesehen, gelesen oder gehört habt.')}
        {question('heard', 'Was sagt die Person dazu?', 'Gefragt, geantwortet, oder warum nicht gefragt.')}
        {question('interest', 'Warum geht es alle an?', 'Neugier allein reicht nicht.')}
        <FormFooter action={form.action} submit="Freigeben" variant="strong" onCancel={onClose} />
      </form>
    </FormDialog>
  )
}

type RumorDialogProps = {
  post: AdminPost
  rumor: NonNullable<AdminPost['rumor']>
  onDone: (outcome: PostOutcome) => void
  onClose: () => void
}

/** The team's assessment of a rumor; reason and source are shown on its page. */
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
    // The list that shows the post refetches.
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
        <FormFooter action={form.action} submit="Status speichern" variant="strong" onCancel={onClose} />
      </form>
    </FormDialog>
  )
}

type EditDialogProps = { post: AdminPost; onDone: (outcome: PostOutcome) => void; onClose: () => void }

/** Tags of inactive stars and formats are not shown, but are preserved. */
function hiddenTagsOf(post: AdminPost): string[] {
  const shown = new Set(editedTagsOf(post.tag_refs).map(({ id }) => id))
  return post.tags.filter((id) => !shown.has(id))
}

/** Staff edit title, text and tags, or remove a rumor's source; the page then shows that. A new title gives a new URL; the status stays. */
export function EditDialog({ post, onDone, onClose }: EditDialogProps) {
  const form = useEntityForm({
    schema: staffEditForm({ isPoll: postTypeOfKind(post.type) === 'poll' }),
    initial: {
      title: post.title,
      content: post.content_full,
      tags: editedTagsOf(post.tag_refs),
      dropsSource: false,
      dropsAddress: false,
      reason: '',
      rule: likelyGround([post]),
    },
    save: ({ title, content, tags, dropsSource, dropsAddress, reason, rule }) =>
      rpc('admin_edit_post', {
        p_id: post.id,
        p_seen: post.updated_at,
        p_title: title,
        p_content: content,
        p_tags: [...tags.map(({ id }) => id), ...hiddenTagsOf(post)],
        p_reason: reason,
        p_drop_source: dropsSource,
        p_drop_address: dropsAddress,
        p_rule: rule,
      }),
    onSaved: (outcome) => {
      onDone(outcome)
      onClose()
    },
    refusals: postRefusals,
    // The list that shows the post refetches.
    affects: [],
  })
  const [title, content] = [form.input('title'), form.input('content')]
  const source = post.rumor?.source_url
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      ground={form.bind('rule')}
      title="Beitrag bearbeiten"
      description={`Von ${post.author_name}. Den Grund bekommt, wer geschrieben hat. Öffentlich steht dabei: bearbeitet von der Redaktion.${
        post.rumor && post.rumor.status !== 'unverified'
          ? ' Der Status springt auf Unbestätigt zurück: Setz ihn danach neu.'
          : ''
      }`}
      reasons="edit_post"
      confirm="Speichern"
      onClose={onClose}
    >
      <TextField label="Titel" {...title} counter={{ used: textLength(title.value), max: postTitleMax }} />
      <TextAreaField
        label="Text"
        rows={8}
        {...content}
        counter={{ used: textLength(content.value), max: postContentMax }}
      />
      <EditTags {...form.bind('tags')} />
      {source && (
        <div>
          <CheckField label="Quelle entfernen" {...form.bind('dropsSource')} />
          <p className="meta break-all">{source}</p>
        </div>
      )}
      <div>
        <CheckField label="Die alte Adresse soll nirgends mehr hinführen" {...form.bind('dropsAddress')} />
        <p className="meta">
          Ein neuer Titel gibt eine neue Adresse, und die alte führt dorthin. Kreuz das an, wenn jemand verlangt, dass
          auch die Wörter der alten Adresse verschwinden.
        </p>
      </div>
    </ReasonFormDialog>
  )
}
