import type { ReactNode } from 'react'

type Props = { kind?: 'plain' | 'ok' | 'warn'; children: ReactNode }

/** Something to know, beside the text. For what opens, use `<details className="note">`. */
export function Note({ kind = 'plain', children }: Props) {
  return <div className={kind === 'plain' ? 'note' : `note note-${kind}`}>{children}</div>
}
