type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** Something more that a decision may do. */
export function CheckField({ label, checked, onChange }: Props) {
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
