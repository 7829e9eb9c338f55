import type { ReactNode } from 'react'

type Props = {
  emoji: string
  title: ReactNode
  /** A dry line. */
  text?: ReactNode
  /** What to do about it. */
  children?: ReactNode
}

/** Nothing here: one emoji, one sentence, one way out. */
export function EmptyState({ emoji, title, text, children }: Props) {
  return (
    <div className="empty-state">
      <i aria-hidden="true">{emoji}</i>
      <p className="type-h3">{title}</p>
      {text && <p className="meta">{text}</p>}
      {children && <div className="state-actions">{children}</div>}
    </div>
  )
}
