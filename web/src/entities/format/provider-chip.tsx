import { classNames } from '#web/ui/class-names.ts'
import { readableTextColor } from '#web/ui/color/contrast.ts'

type Props = { name: string; color: string; href?: string | null | undefined; small?: boolean }

/** Where a format streams, in the provider's colour; with `href` an external link. */
export function ProviderChip({ name, color, href, small }: Props) {
  const look = {
    className: classNames('chip chip-provider', small && 'chip-small'),
    style: { '--c': color, '--cf': readableTextColor(color) },
  }
  if (!href) return <span {...look}>{name}</span>
  return (
    <a href={href} target="_blank" rel="noopener" {...look}>
      {name}
    </a>
  )
}
