import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

/** `hot`: the one main action of a view. `strong`: ink on paper. `quiet`: without border. `danger`: destroys something. */
type ButtonVariant = 'plain' | 'hot' | 'strong' | 'quiet' | 'danger'
export type ButtonLook = {
  variant?: ButtonVariant | undefined
  small?: boolean | undefined
  wide?: boolean | undefined
}

/** Classes of a button, for links that look like one: `<Link className={buttonClass({ variant: 'hot' })}>`. */
export function buttonClass({ variant = 'plain', small, wide }: ButtonLook = {}): string {
  return classNames('btn', variant !== 'plain' && `btn-${variant}`, small && 'btn-small', wide && 'btn-wide')
}

type Props = ComponentProps<'button'> & ButtonLook

export function Button({ variant, small, wide, className, type = 'button', ...rest }: Props) {
  return <button type={type} className={classNames(buttonClass({ variant, small, wide }), className)} {...rest} />
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }

/** A round button of 44 px that shows an icon only; `label` says what it does. Links use the class `icon-btn`. */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={classNames('icon-btn', className)} {...rest} />
}

type ChipProps = Omit<ComponentProps<'button'>, 'aria-pressed'> & { pressed: boolean }

/** A filter that is on or off. A chip that leads somewhere is a link with the class `chip`. */
export function Chip({ pressed, type = 'button', ...rest }: ChipProps) {
  return <button type={type} className="chip" aria-pressed={pressed} {...rest} />
}
