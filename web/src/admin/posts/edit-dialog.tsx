import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { postContentMax, postTagsMax, postTitleMax } from '@hot/domain/post/limits'
import { editTemplates } from '@hot/domain/post/moderation'
import { starName } from '@hot/domain/star/name'
import { textLength } from '@hot/domain/text/sanitize-text'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Segmented } from '#web/ui/controls/switch.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { CheckField } from '../kit/entity-form.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { postRefusals } from './decisions.ts'

type EditDialogProps = { post: AdminPost; onDone: (outcome: PostOutcome) => void; onClose: () => void }

const tagsOf = (post: AdminPost): EditedTag[] =>
  post.tag_refs.map((tag) =>
    tag.kind === 'star' ? { id: tag.star.id, name: starName(tag.star) } : { id: tag.format.id, name: tag.format.name },
  )

/** Title, text and tags changed by the team, and a rumor's source taken away; the page says so from then on. Address and status stay. */
export function EditDialog({ post, onDone, onClose }: EditDialogProps) {
  const [title, setTitle] = useState(post.title)
  const [content, setContent] = useState(post.content_full)
  const [tags, setTags] = useState(() => tagsOf(post))
  const [dropsSource, setDropsSource] = useState(false)
  const source = post.rumor?.source_url
  const save = async (reason: string) => {
    // Stars and formats that are switched off show nowhere, and stay.
    const shown = new Set(tagsOf(post).map(({ id }) => id))
    const unseen = post.tags.filter((id) => !shown.has(id))
    onDone(
      await rpc('admin_edit_post', {
        p_id: post.id,
        p_seen: post.updated_at,
        p_title: title,
        p_content: content,
        p_tags: [...tags.map(({ id }) => id), ...unseen],
        p_reason: reason,
        p_drop_source: dropsSource,
      }),
    )
  }
  return (
    <ReasonDialog
      open
      title="Beitrag bearbeiten"
      description={`Von ${post.author_name}. Öffentlich steht dabei: bearbeitet von der Redaktion.`}
      templates={editTemplates}
      confirm="Speichern"
      refusals={postRefusals}
      onConfirm={save}
      onClose={onClose}
    >
      <TextField
        label="Titel"
        value={title}
        counter={{ used: textLength(title), max: postTitleMax }}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextAreaField
        label="Text"
        rows={8}
        value={content}
        counter={{ used: textLength(content), max: postContentMax }}
        onChange={(event) => setContent(event.target.value)}
      />
      <EditTags tags={tags} onChange={setTags} />
      {source && (
        <div>
          <CheckField label="Quelle entfernen" checked={dropsSource} onChange={setDropsSource} />
          <p className="meta break-all">{source}</p>
        </div>
      )}
    </ReasonDialog>
  )
}

type EditedTag = { id: string; name: string }

type EditTagsProps = { tags: readonly EditedTag[]; onChange: (tags: EditedTag[]) => void }

const kinds = [
  { kind: 'star', label: 'Star' },
  { kind: 'format', label: 'Format' },
] as const

/** Stars and formats a post is about: each taken out by a press, others found by name. */
function EditTags({ tags, onChange }: EditTagsProps) {
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
          <EntityPicker key={`${kind}-${tags.length}`} label="Tag hinzufügen" kind={kind} value={null} onChange={add} />
        </>
      )}
    </fieldset>
  )
}
