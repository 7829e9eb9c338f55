import { useId } from 'react'
import { Switch } from '#web/ui/controls/switch.tsx'

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** Something more that a decision may do. */
export function CheckField({ label, checked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 accent-ink"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

type SwitchProps = { label: string; hint: string; value: boolean; onChange: (on: boolean) => void }

/** On or off, with what it means beside it. */
export function SwitchField({ label, hint, value, onChange }: SwitchProps) {
  const id = useId()
  return (
    <p className="flex items-center justify-between gap-3">
      <span id={id}>
        <b>{label}</b> <span className="meta">{hint}</span>
      </span>
      <Switch aria-labelledby={id} checked={value} onChange={onChange} />
    </p>
  )
}
