import Search from 'lucide-react/icons/search'
import type { ComponentProps } from 'react'
import { Icon } from '../media/icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'aria-label'> & { label: string }

/** A round field with a magnifier; its label is for screen readers, the placeholder says the same. */
export function SearchField({ label, placeholder = 'Suchen...', ...input }: Props) {
  return (
    <label className="search-field">
      <Icon of={Search} />
      <input type="search" className="field-input" aria-label={label} placeholder={placeholder} {...input} />
    </label>
  )
}
