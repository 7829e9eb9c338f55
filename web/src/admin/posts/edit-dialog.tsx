import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { postContentMax, postTagsMax, postTitleMax } from '@hot/domain/post/limits'
import { editTemplates, postTypeOfKind } from '@hot/domain/post/moderation'
import { type EditedTag, staffEditForm } from '@hot/domain/post/staff-edit-form'
import { starName } from '@hot/domain/star/name'
import { textLength } from '@hot/domain/text/sanitize-text'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Segmented } from '#web/ui/controls/switch.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { ReasonFormDialog } from '../kit/dialogs.tsx'
import { CheckField, useEntityForm } from '../kit/entity-form.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { postRefusals } from './decisions.ts'

type EditDialogProps = { post: AdminPost; onDone: (outcome: PostOutcome) => void; onClose: () => void }

const tagsOf = (post: AdminPost): EditedTag[] =>
  post.tag_refs.map((tag) =>
    tag.kind === 'star' ? { id: tag.star.id, name: starName(tag.star) } : { id: tag.format.id, name: tag.format.name },
  )

/** Stars and formats that are switched off show nowhere, and stay. */
function hiddenTagsOf(post: AdminPost): string[] {
  const shown = new Set(tagsOf(post).map(({ id }) => id))
  return post.tags.filter((id) => !shown.has(id))
}

/** Title, text and tags changed by the team, and a rumor's source taken away; the page says so from then on. Address and status stay. */
export function EditDialog({ post, onDone, onClose }: EditDialogProps) {
  const form = useEntityForm({
    schema: staffEditForm({ isPoll: postTypeOfKind(post.type) === 'poll' }),
    initial: { title: post.title, content: post.content_full, tags: tagsOf(post), dropsSource: false, reason: '' },
    save: ({ title, content, tags, dropsSource, reason }) =>
      rpc('admin_edit_post', {
        p_id: post.id,
        p_seen: post.updated_at,
        p_title: title,
        p_content: content,
        p_tags: [...tags.map(({ id }) => id), ...hiddenTagsOf(post)],
        p_reason: reason,
        p_drop_source: dropsSource,
      }),
    onSaved: (outcome) => {
      onDone(outcome)
      onClose()
    },
    refusals: postRefusals,
    // The list that shows the post does that.
    affects: [],
  })
  const [title, content] = [form.input('title'), form.input('content')]
  const source = post.rumor?.source_url
  return (
    <ReasonFormDialog
      form={form}
      reason={form.bind('reason')}
      title="Beitrag bearbeiten"
      description={`Von ${post.author_name}. Öffentlich steht dabei: bearbeitet von der Redaktion.`}
      templates={editTemplates}
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
    </ReasonFormDialog>
  )
}

type EditTagsProps = {
  value: readonly EditedTag[]
  error: string | undefined
  onChange: (tags: EditedTag[]) => void
}

const kinds = [
  { kind: 'star', label: 'Star' },
  { kind: 'format', label: 'Format' },
] as const

/** Stars and formats a post is about: each taken out by a press, others found by name. */
function EditTags({ value: tags, error, onChange }: EditTagsProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['kind']>('star')
  const add = (chosen: { id: string; title: string } | null) => {
    if (chosen && !tags.some(({ id }) => id === chosen.id)) onChange([...tags, { id: chosen.id, name: chosen.title }])
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="meta">
        Tags ({tags.length} / {postTagsMax})
      </legend>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag.id}>
              <button
                type="button"
                className="chip py-1 leading-tight whitespace-normal"
                aria-label={`${tag.name} entfernen`}
                onClick={() => onChange(tags.filter(({ id }) => id !== tag.id))}
              >
                {tag.name}
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {tags.length < postTagsMax && (
        <>
          <div className="flex">
            <Segmented label="Art des Tags">
              {kinds.map((one) => (
                <button key={one.kind} type="button" aria-pressed={kind === one.kind} onClick={() => setKind(one.kind)}>
                  {one.label}
                </button>
              ))}
            </Segmented>
          </div>
          <EntityPicker
            key={`${kind}-${tags.length}`}
            label="Tag hinzufügen"
            kind={kind}
            value={null}
            onChange={add}
            error={error ?? null}
          />
        </>
      )}
    </fieldset>
  )
}
