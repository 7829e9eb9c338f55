import type { ReactNode } from 'react'

/** One row of compact fields above a list; wraps on phones. Children are `SelectField`, `AdminSearchField`, `Segmented`. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <search className="filter-bar">{children}</search>
}
