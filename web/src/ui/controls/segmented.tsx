import type { ReactNode } from 'react'

/**
 * One of a few, side by side: sorting, views. Children are links with `aria-current` or buttons with `aria-pressed`.
 * `label` names the group.
 */
export function Segmented({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="segmented" aria-label={label}>
      {children}
    </fieldset>
  )
}
