import { useId } from 'react'
import { Switch } from '../controls/button.tsx'

type SwitchProps = { label: string; hint: string; value: boolean; onChange: (on: boolean) => void }

/** A switch with a label and hint. */
export function SwitchField({ label, hint, value, onChange }: SwitchProps) {
  const id = useId()
  return (
    <p className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="font-normal">
        <b className="block">{label}</b> <span className="meta block font-normal">{hint}</span>
      </label>
      <Switch id={id} checked={value} onChange={onChange} />
    </p>
  )
}
