import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  /** For `aria-labelledby` of the section. */
  id?: string
  /** 2 unless the section stands inside another. It always looks like a section head. */
  level?: 2 | 3
  /** A link to more, or a control. */
  children?: ReactNode
}

/** 4 px of ink open a section. */
export function SectionHead({ title, id, level = 2, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="section-head">
      <Heading id={id} className="type-h2">
        {title}
      </Heading>
      {children}
    </div>
  )
}
