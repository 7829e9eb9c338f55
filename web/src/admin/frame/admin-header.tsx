import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  intro?: ReactNode
  /** Main action or controls. */
  children?: ReactNode
}

/** Heading of a screen of the admin area; actions stand beside it, below it on phones. */
export function AdminHead({ title, intro, children }: Props) {
  return (
    <header className="admin-head">
      <div>
        <h1>{title}</h1>
        {intro && <p className="meta">{intro}</p>}
      </div>
      {children && <div className="admin-head-actions">{children}</div>}
    </header>
  )
}
