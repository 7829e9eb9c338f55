import type { CSSProperties, ReactNode } from 'react'
import { VisuallyHidden } from '../layout/heading.tsx'

/** Skeletons with a status text for screen readers: `Nutzer werden geladen`. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <p role="status">{label}</p>
      </VisuallyHidden>
      {children}
    </div>
  )
}

/** A placeholder in the final size. Hidden from screen readers: wrap it in `Loading`. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return <span className={`skeleton ${className}`} style={style} aria-hidden="true" />
}

type Props = {
  /** The running operation. */
  label: string
  done: number
  total: number
}

/** Progress bar, drawn as a thermometer. */
export function Progress({ label, done, total }: Props) {
  return (
    <span
      className="thermometer thermometer-thick"
      style={{ '--s': total > 0 ? (100 * done) / total : 0 }}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuenow={done}
      aria-valuemax={total}
    />
  )
}
