import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'role' | 'aria-checked' | 'onChange'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once. Name it with `aria-label` or `aria-labelledby`. */
export function Switch({ checked, onChange, ...rest }: Props) {
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
