import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  /** `/admin/…`; the router does not know these addresses one by one (ADR 010). */
  to: string
  search?: Readonly<Record<string, string>>
  className?: string
  children: ReactNode
}

/** A link into the admin area. */
export function AdminLink({ to, search, className, children }: Props) {
  return (
    <Link to={to} search={search ?? {}} className={className}>
      {children}
    </Link>
  )
}
