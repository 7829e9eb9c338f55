import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** Skeletons of what is on its way, said in words to whoever does not see them: `Nutzer werden geladen`. */
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
