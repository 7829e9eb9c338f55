import type { PostTag } from '@hot/domain/contract/post'
import { distinctName } from '@hot/domain/star/name'
import { formatPath, starPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { Avatar } from '#web/ui/media/avatar.tsx'

/** Stars and formats a post is about. */
export function PostTags({ tags }: { tags: PostTag[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Themen">
      {tags.map((tag) => (
        <li key={tagId(tag)}>
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
  if (tag.kind === 'star') {
    const name = distinctName(tag.star)
    return (
      <Link key="star" to={starPath(tag.star.slug)} className="chip py-1 leading-tight whitespace-normal">
        <Avatar id={tag.star.id} name={name} src={tag.star.avatar_url} size={28} />
        {name}
      </Link>
    )
  }
  return (
    <Link to={formatPath(tag.format.slug)} className="chip py-1 leading-tight whitespace-normal">
      {tag.format.emoji && <span aria-hidden="true">{tag.format.emoji}</span>}
      <span>{tag.format.name}</span>
    </Link>
  )
}
