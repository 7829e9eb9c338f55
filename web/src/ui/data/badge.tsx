import type { ReactNode } from 'react'

type Props = {
  /** `live` pulses, `new` is sticker yellow (Neu, Team), `outline` says something about a person (karma, Autor:in). */
  kind?: 'plain' | 'live' | 'new' | 'outline'
  children: ReactNode
}

export function Badge({ kind = 'plain', children }: Props) {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}
