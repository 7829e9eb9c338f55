import { Children, type ReactNode } from 'react'

/** The way back up: children are links with the class `link`, outermost first; the page itself is left out. */
export function Breadcrumb({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Pfad">
      <ol className="breadcrumb meta">
        {Children.map(children, (link) => (
          <li>{link}</li>
        ))}
      </ol>
    </nav>
  )
}
