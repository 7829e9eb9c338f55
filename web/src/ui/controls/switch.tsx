import type { ComponentProps, ReactNode } from 'react'

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

/**
 * One of a few, side by side: sorting, views. Children are links with `aria-current` or buttons with `aria-pressed`.
 * `label` names the group.
 */
export function Segmented({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="segmented" aria-label={label}>
      {children}
    </fieldset>
  )
}
