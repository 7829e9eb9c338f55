import type { LucideIcon } from 'lucide-react'

type Props = { of: LucideIcon; size?: 16 | 20 | 24 }

/** A Lucide icon in HoT's stroke width. Decorative: the surrounding control has the accessible name. */
export function Icon({ of: Drawing, size = 20 }: Props) {
  return <Drawing size={size} strokeWidth={2.25} aria-hidden="true" />
}
