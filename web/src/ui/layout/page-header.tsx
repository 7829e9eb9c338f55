import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  intro?: ReactNode
  /** Main action or controls. */
  children?: ReactNode
}

export function PageHead({ title, intro, children }: Props) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {intro && <p className="intro">{intro}</p>}
      </div>
      {children}
    </div>
  )
}
