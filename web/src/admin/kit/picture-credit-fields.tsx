import { licenseOf, pictureLicenses } from '@hot/domain/picture/credit'
import { creditLimits } from '@hot/domain/picture/credit-form'
import type { ComponentProps } from 'react'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'

type Props = {
  /** The form's `input(…)` of each. */
  author: Omit<ComponentProps<typeof TextField>, 'label'>
  source: Omit<ComponentProps<typeof TextField>, 'label'>
  license: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>
}

/** Who made the team's picture, where it is from, and under which licence (docs/decisions/152-picture-credits.md). */
export function PictureCreditFields({ author, source, license }: Props) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3">
      <legend className="mb-2 font-bold text-[0.9375rem]">Bildnachweis</legend>
      <TextField
        label="Wer hat das Bild gemacht?"
        hint="Name, bei Pressebildern auch der Sender."
        {...author}
        maxLength={creditLimits.author}
      />
      <TextField
        label="Woher ist es?"
        hint="Link zur Seite, auf der es steht."
        inputMode="url"
        {...source}
        maxLength={creditLimits.source}
      />
      <SelectField label="Lizenz" {...license}>
        <option value="">Nicht angegeben</option>
        {pictureLicenses.map((key) => (
          <option key={key} value={key}>
            {licenseOf(key)?.name}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
