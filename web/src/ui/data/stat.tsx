import type { ReactNode } from 'react'

/** A number with its word, inside `.facts`: `812` Stimmen. */
export function Fact({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <span>
      <b>{value}</b> {children}
    </span>
  )
}
