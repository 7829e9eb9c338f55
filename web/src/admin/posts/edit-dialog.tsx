import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import { postContentMax, postTitleMax } from '@hot/domain/post/limits'
import { editTemplates } from '@hot/domain/post/moderation'
import { starName } from '@hot/domain/star/name'
import { textLength } from '@hot/domain/text/sanitize-text'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { CheckField } from '../kit/fields.tsx'
import { postRefusals } from './decision-texts.ts'
import { type EditedTag, EditTags } from './edit-tags.tsx'

type Props = { post: AdminPost; onDone: (outcome: PostOutcome) => void; onClose: () => void }

const tagsOf = (post: AdminPost): EditedTag[] =>
  post.tag_refs.map((tag) =>
    tag.kind === 'star' ? { id: tag.star.id, name: starName(tag.star) } : { id: tag.format.id, name: tag.format.name },
  )

/** Title, text and tags changed by the team, and a rumor's source taken away; the page says so from then on. Address and status stay. */
export function EditDialog({ post, onDone, onClose }: Props) {
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
