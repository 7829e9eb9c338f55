import type { ReactNode } from 'react'
import './star-header-frame.css'

type Props = {
  portrait: ReactNode
  dial: ReactNode
  /** The name; a nickname in a `<span>` glows. */
  name: ReactNode
  /** `<Fact>`s. */
  facts: ReactNode
  /** One hot button, and quieter ones. */
  actions: ReactNode
}

/** Top of a star page. On phones the dial bites into the portrait. */
export function StarHeader({ portrait, dial, name, facts, actions }: Props) {
  return (
    <header className="star-header">
      {portrait}
      {dial}
      <div className="star-title">
        <h1 className="type-lead">{name}</h1>
        <div className="facts">{facts}</div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </header>
  )
}
