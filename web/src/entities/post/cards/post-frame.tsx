import type { ReactNode } from 'react'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'

type Props = {
  /** `PostKind`, `Stamp`, age as `<span className="post-age">`. */
  top: ReactNode
  /** A link. */
  title: ReactNode
  excerpt?: string
  /** Vote or its result. */
  vote?: ReactNode
  author?: ReactNode
  /** `<div className="reactions">` */
  reactions?: ReactNode
  level?: HeadingLevel
}

/** A post in a list. */
export function PostFrame({ top, title, excerpt, vote, author, reactions, level = 3 }: Props) {
  return (
    <article className="post">
      <div className="post-top">{top}</div>
      <Heading level={level} className="type-h3">
        {title}
      </Heading>
      {excerpt && <p className="excerpt">{excerpt}</p>}
      {vote}
      {author && <div className="byline">{author}</div>}
      {reactions && <div className="reactions">{reactions}</div>}
    </article>
  )
}
