import type { PostTag } from '@hot/domain/contract/post'
import { postTagsMax } from '@hot/domain/post/limits'
import type { EditedTag } from '@hot/domain/post/staff-forms'
import { distinctName } from '@hot/domain/star/name'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Segmented } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { EntityPicker } from './entity-picker.tsx'

/** Tags as a form has them. */
export const editedTagsOf = (tags: readonly PostTag[]): EditedTag[] =>
  tags.map((tag) =>
    tag.kind === 'star'
      ? { id: tag.star.id, name: distinctName(tag.star) }
      : { id: tag.format.id, name: tag.format.name },
  )

type EditTagsProps = {
  value: readonly EditedTag[]
  error: string | undefined
  onChange: (tags: EditedTag[]) => void
}

const kinds = [
  { kind: 'star', label: 'Star' },
  { kind: 'format', label: 'Format' },
] as const

/** Stars and formats a text is about: press to remove, search to add. */
export function EditTags({ value: tags, error, onChange }: EditTagsProps) {
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
            key={kind}
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
