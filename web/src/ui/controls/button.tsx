import type { ComponentProps, MouseEvent, ReactNode } from 'react'
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

type PlainButtonProps = ComponentProps<'button'> & {
  /**
   * It works on what it was pressed for, or has done it: looks disabled and takes no press, but keeps the focus, which
   * `disabled` would drop onto the page.
   */
  busy?: boolean | undefined
}

/** A button without a look of its own. */
export function PlainButton({ busy = false, type = 'button', onClick, ...rest }: PlainButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A press of the Enter key within a form arrives here as well.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return <button type={type} {...(busy && { 'aria-disabled': true })} {...rest} onClick={press} />
}

type ButtonProps = PlainButtonProps & ButtonLook

export function Button({ variant, small, wide, className, ...rest }: ButtonProps) {
  return <PlainButton className={classNames(buttonClass({ variant, small, wide }), className)} {...rest} />
}

type IconButtonProps = Omit<PlainButtonProps, 'aria-label'> & { label: string }

/** A round button of 44 px that shows an icon only; `label` says what it does. Links use the class `icon-btn`. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <PlainButton aria-label={label} className={classNames('icon-btn', className)} {...rest} />
}

type SwitchProps = Omit<PlainButtonProps, 'role' | 'aria-checked' | 'aria-labelledby' | 'onChange'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch. Name it by a `<label htmlFor>` with its `id`, whose press counts too, or by `aria-label` where no text is beside it. */
export function Switch({ checked, onChange, ...rest }: SwitchProps) {
  return (
    <PlainButton role="switch" className="switch" aria-checked={checked} onClick={() => onChange(!checked)} {...rest} />
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
