import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'

type Props = {
  title: string
  /** Where there is more of it. */
  more?: { to: string; label: string }
  className?: string
  children: ReactNode
}

/** One block of the start page, a region with its headline as name. */
export function HomeSection({ title, more, className, children }: Props) {
  const id = useId()
  return (
    <section className={classNames('min-w-0', className)} aria-labelledby={id}>
      <SectionHead id={id} title={title}>
        {more && <Link to={more.to}>{more.label}</Link>}
      </SectionHead>
      {children}
    </section>
  )
}
