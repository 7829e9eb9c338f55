import { TextField } from '#web/ui/forms/field.tsx'

/** Shown where sharing is not allowed. It replaces the pressed button, takes the focus and selects the URL. */
export default function AddressToCopy({ url }: { url: string }) {
  return (
    <div className="max-w-full basis-72">
      <TextField
        label="Teilen ging nicht. Kopiere die Adresse von Hand."
        readOnly
        value={url}
        ref={focus}
        onFocus={(event) => event.target.select()}
      />
    </div>
  )
}

const focus = (field: HTMLInputElement | null) => field?.focus()
