import type { ComponentProps, ReactNode } from 'react'

/** Level of a heading in a list item: one below the heading of the list. */
export type HeadingLevel = 2 | 3 | 4

type Props = ComponentProps<'h2'> & { level: HeadingLevel }

/** A heading whose level follows the document outline; its looks come from class names. */
export function Heading({ level, ...rest }: Props) {
  const Tag = `h${level}` as const
  return <Tag {...rest} />
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>
}

type PageHeadProps = {
  title: ReactNode
  intro?: ReactNode
  /** Main action or controls. */
  children?: ReactNode
}

/** The head of a page: its `<h1>`, an intro and the main action. */
export function PageHead({ title, intro, children }: PageHeadProps) {
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

type SectionHeadProps = {
  title: ReactNode
  /** For `aria-labelledby` of the section. */
  id?: string
  /** 3 for nested sections; both levels look the same. */
  level?: 2 | 3
  /** A link to more, or a control. */
  children?: ReactNode
}

/** Section header with a 4 px rule on top. */
export function SectionHead({ title, id, level = 2, children }: SectionHeadProps) {
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
