import { postPath } from '@hot/domain/post-address'
import type { PostCard } from '@hot/domain/wire/post'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignInGate } from '#web/data/sign-in-gate.ts'
import { formatCount } from '#web/ui/format-number.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ReactionButton } from '#web/ui/reaction-button.tsx'

/** Hearts, poops, comments and, where the page has room for it, sharing. */
export function PostReactions({ post, children }: { post: PostCard; children?: ReactNode }) {
  const signIn = useSignInGate()
  const comments = post.comments === 1 ? '1 Kommentar' : `${formatCount(post.comments)} Kommentare`
  return (
    <>
      <ReactionButton kind="heart" count={post.hearts} pressed={false} onPress={signIn} />
      <ReactionButton kind="poop" count={post.poops} pressed={false} onPress={signIn} />
      <Link to={postPath(post)} hash="kommentare" className="reaction reaction-quiet" aria-label={comments}>
        <Icon of={MessageCircle} />
        {formatCount(post.comments)}
      </Link>
      {children}
    </>
  )
}
