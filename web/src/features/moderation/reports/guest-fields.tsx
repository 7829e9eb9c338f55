import { type ReportDraft, type ReportMistakes, reporterNameMax } from '@hot/domain/moderation/report-rules'
import { useId } from 'react'
import { TextField } from '#web/ui/forms/text-field.tsx'

type Guest = NonNullable<ReportDraft['guest']>
type Props = { guest: Guest; mistakes: ReportMistakes; onChange: (guest: Guest) => void }

/** Who reports without an account. The address gets the link to confirm and the outcome; the team does not see it. */
export function GuestFields({ guest, mistakes, onChange }: Props) {
  const id = useId()
  return (
    <>
      <TextField
        label="Dein Name"
        name="name"
        autoComplete="name"
        maxLength={reporterNameMax}
        value={guest.name}
        error={mistakes.name}
        onChange={(event) => onChange({ ...guest, name: event.target.value })}
      />
      <TextField
        label="Deine E-Mail-Adresse"
        name="email"
        type="email"
        autoComplete="email"
        value={guest.email}
        error={mistakes.email}
        hint="Dorthin schicken wir den Link zum Bestätigen und später das Ergebnis."
        onChange={(event) => onChange({ ...guest, email: event.target.value })}
      />
      <div className="grid gap-1">
        <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2">
          <input
            id={id}
            type="checkbox"
            className="mt-0.5 size-6 shrink-0 accent-ink"
            checked={guest.goodFaith}
            aria-invalid={Boolean(mistakes.goodFaith)}
            aria-describedby={mistakes.goodFaith ? `${id}-error` : undefined}
            onChange={(event) => onChange({ ...guest, goodFaith: event.target.checked })}
          />
          <span>Ich melde das in gutem Glauben: Meine Angaben sind nach bestem Wissen richtig und vollständig.</span>
        </label>
        {mistakes.goodFaith && (
          <p id={`${id}-error`} className="field-error" role="alert">
            {mistakes.goodFaith}
          </p>
        )}
      </div>
    </>
  )
}
