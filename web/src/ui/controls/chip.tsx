import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'aria-pressed'> & { pressed: boolean }

/** A filter that is on or off. A chip that leads somewhere is a link with the class `chip`. */
export function Chip({ pressed, type = 'button', ...rest }: Props) {
  return <button type={type} className="chip" aria-pressed={pressed} {...rest} />
}
