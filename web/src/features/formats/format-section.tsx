import { type ReactNode, useId } from 'react'
import { SectionHead } from '#web/ui/layout/heading.tsx'

type Props = {
  title: string
  /** A link to more. */
  more?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A section of a format's or season's page, labelled by its heading. */
export function FormatSection({ title, more, className, children }: Props) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
      <SectionHead id={id} title={title}>
        {more}
      </SectionHead>
      {children}
    </section>
  )
}
