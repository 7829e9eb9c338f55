import type { PostTag } from '@hot/domain/contract/post'
import X from 'lucide-react/icons/x'
import { Icon } from '#web/ui/media/icon.tsx'
import { tagId, tagName } from './post-fields.ts'
import { TagPicture } from './tag-options.tsx'

type Props = { tags: PostTag[]; onRemove: (tag: PostTag) => void }

/** Each a button that takes the tag out again. */
export function ChosenTags({ tags, onRemove }: Props) {
  if (tags.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Gewählte Tags">
      {tags.map((tag) => (
        <li key={tagId(tag)}>
          <button
            type="button"
            className="chip py-1 leading-tight whitespace-normal"
            aria-label={`${tagName(tag)} entfernen`}
            onClick={() => onRemove(tag)}
          >
            <TagPicture tag={tag} size={28} />
            {tagName(tag)}
            <Icon of={X} size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
