import type { ReactNode } from 'react'

type Props = {
  /** Kind, occasion, stamp. */
  top: ReactNode
  /** A link. */
  title: ReactNode
  /** Vote, author. */
  children?: ReactNode
  className?: string
}

/** The one loud thing of the start page: hot by day, glowing type by night. */
export function LeadStory({ top, title, children, className = '' }: Props) {
  return (
    <article className={`lead-story ${className}`}>
      <div className="flex flex-wrap items-center gap-2">{top}</div>
      <h2 className="type-lead">{title}</h2>
      <div className="grid gap-3.5">{children}</div>
    </article>
  )
}
