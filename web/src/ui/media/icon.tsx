import type { LucideIcon } from 'lucide-react'

type Props = { of: LucideIcon; size?: 16 | 20 | 24 }

/** Lucide in the weight of HoT. Decoration: the control around it carries the name. */
export function Icon({ of: Drawing, size = 20 }: Props) {
  return <Drawing size={size} strokeWidth={2.25} aria-hidden="true" />
}
