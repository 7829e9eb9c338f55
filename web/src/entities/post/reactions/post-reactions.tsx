import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import { Link } from '@tanstack/react-router'
import Bookmark from 'lucide-react/icons/bookmark'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { usePostChoice } from './use-post-choice.ts'

/** Reaction buttons and the link to the comments; `children`: further controls. */
export function PostReactions({ post, children }: { post: PostCard; children?: ReactNode }) {
  const [mine, set] = usePostChoice('post', post)
  const reaction = (kind: 'heart' | 'poop', count: number) => (
    <ReactionButton
      kind={kind}
      count={count}
      pressed={mine === kind}
      onPress={() => set(mine === kind ? null : kind)}
    />
  )
  const comments = countOf(post.comments, 'Kommentar', 'Kommentare')
  return (
    <>
      {reaction('heart', post.hearts)}
      {reaction('poop', post.poops)}
      <Link to={postPath(post)} hash="kommentare" className="reaction reaction-quiet" aria-label={comments}>
        <Icon of={MessageCircle} />
        <span>{formatCount(post.comments)}</span>
      </Link>
      <SaveButton post={post} />
      {children}
    </>
  )
}

function SaveButton({ post }: { post: PostCard }) {
  const [saved, set] = usePostChoice('saved', post)
  return (
    <button
      type="button"
      className="reaction reaction-quiet"
      aria-pressed={!!saved}
      aria-label="Merken"
      onClick={() => set(saved ? null : 'yes')}
    >
      <Icon of={Bookmark} />
    </button>
  )
}

const kinds = {
  heart: { emoji: '❤️', name: 'Herz' },
  poop: { emoji: '💩', name: 'Haufen' },
}

type Props = { kind: keyof typeof kinds; count: number; pressed: boolean; onPress: () => void }

/** A reaction button with its emoji and count. */
export function ReactionButton({ kind, count, pressed, onPress }: Props) {
  const { emoji, name } = kinds[kind]
  const shown = formatCount(count)
  return (
    <button
      type="button"
      className="reaction"
      aria-pressed={pressed}
      aria-label={`${name}, ${shown}`}
      onClick={onPress}
    >
      <span aria-hidden="true">{emoji}</span>
      <span>{shown}</span>
    </button>
  )
}
