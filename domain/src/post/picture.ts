import type { Shown } from '../url/shared-picture.ts'
import type { PostType, RumorStatus } from './kinds.ts'

type Pictured = {
  title: string
  type: PostType
  votes: number
  comments: number
  rumor: { status: RumorStatus; agree: number } | null
  poll: { options: { text: string; votes: number }[] } | null
}

/** The values in a post's picture for shared links. */
export const shownOfPost = ({ title, type, rumor, poll, votes, comments }: Pictured): Shown => [
  title,
  type,
  votes,
  comments,
  ...(rumor ? [rumor.status, rumor.agree] : []),
  ...(poll?.options ?? []).flatMap((option) => [option.text, option.votes]),
]
