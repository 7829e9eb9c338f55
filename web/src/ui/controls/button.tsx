import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/**
 * `hot`: the one main action of a view. `strong`: ink on paper. `quiet`: without border. `danger`: destroys something.
 */
type ButtonVariant = 'plain' | 'hot' | 'strong' | 'quiet' | 'danger'
export type ButtonLook = {
  variant?: ButtonVariant | undefined
  small?: boolean | undefined
  wide?: boolean | undefined
}

/** Class names of a button, for links that look like one: `<Link className={buttonClass({ variant: 'hot' })}>`. */
export function buttonClass({ variant = 'plain', small, wide }: ButtonLook = {}): string {
  return classNames('btn', variant !== 'plain' && `btn-${variant}`, small && 'btn-small', wide && 'btn-wide')
}

type ButtonProps = ComponentProps<'button'> & ButtonLook

export function Button({ variant, small, wide, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(buttonClass({ variant, small, wide }), className)} {...rest} />
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }

/** A round button of 44 px that shows an icon only; `label` says what it does. Links use the class `icon-btn`. */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={classNames('icon-btn', className)} {...rest} />
}

type SwitchProps = Omit<ComponentProps<'button'>, 'role' | 'aria-checked' | 'onChange'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch that takes effect immediately. Name it with `aria-label` or `aria-labelledby`. */
export function Switch({ checked, onChange, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      {...rest}
    />
  )
}

/**
 * A segmented control: one of a few options, side by side. Children are links with `aria-current` or buttons with
 * `aria-pressed`. `label` names the group.
 */
export function Segmented({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="segmented" aria-label={label}>
      {children}
    </fieldset>
  )
}
