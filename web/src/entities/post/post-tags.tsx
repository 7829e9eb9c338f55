import type { PostTag } from '@hot/domain/contract/post'
import { distinctName } from '@hot/domain/star/name'
import { formatPath, starPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { Avatar } from '#web/ui/media/avatar.tsx'

type Props = {
  tags: PostTag[]
  /** On phones one row that scrolls, where lines of them would push down what people came for. */
  inRow?: boolean
}

/** Stars and formats a post is about. */
export function PostTags({ tags, inRow }: Props) {
  if (tags.length === 0) return null
  return (
    <ul className={inRow ? 'scroller sm:flex-wrap' : 'flex flex-wrap gap-2'} aria-label="Themen">
      {tags.map((tag) => (
        <li key={tagId(tag)} className={inRow ? 'max-sm:flex-none' : undefined}>
          <Tag tag={tag} />
        </li>
      ))}
    </ul>
  )
}

export const tagId = (tag: PostTag): string => (tag.kind === 'star' ? tag.star.id : tag.format.id)
export const tagName = (tag: PostTag): string => (tag.kind === 'star' ? distinctName(tag.star) : tag.format.name)

/** A star or format as a link to its page. */
export function Tag({ tag }: { tag: PostTag }) {
  // A pill has room for the short name only.
  const name = tag.kind === 'format' ? (tag.format.short_name ?? tag.format.name) : tagName(tag)
  const star = tag.kind === 'star' ? tag.star : null
  const emoji = tag.kind === 'format' && tag.format.emoji
  const path = tag.kind === 'star' ? starPath(tag.star.slug) : formatPath(tag.format.slug)
  return (
    <Link to={path} className="chip py-1 leading-tight whitespace-normal">
      {star && <Avatar id={star.id} name={name} src={star.avatar_url} size={28} />}
      {emoji && <span aria-hidden="true">{emoji}</span>}
      <span>{name}</span>
    </Link>
  )
}
