import type { ReactNode } from 'react'

/** A few people, overlapping. `label` names them: the avatars are decoration. */
export function AvatarStack({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="avatar-stack" role="img" aria-label={label}>
      {children}
    </span>
  )
}
