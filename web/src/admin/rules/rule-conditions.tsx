import type { AutomodFields } from '@hot/domain/moderation/automod-form'
import { CheckField, FieldError, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'

const numbers = [
  { name: 'links', label: 'Links', hint: 'So viele oder mehr.' },
  { name: 'accountDays', label: 'Account jünger als … Tage', hint: 'Wann er angelegt wurde.' },
  { name: 'contributions', label: 'Weniger als … Beiträge und Kommentare', hint: 'Nur, was online ist.' },
  { name: 'perHour', label: 'Ab dem wievielten in einer Stunde', hint: 'Beiträge und Kommentare zusammen.' },
] as const

/** What a text must be like to meet the rule; every condition that is filled in has to hold. */
export function RuleConditions({ form }: { form: Pick<ZodForm<AutomodFields>, 'input' | 'bind' | 'errorOf'> }) {
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="font-bold">Gilt für</legend>
        <div className="flex flex-wrap gap-x-6">
          <CheckField label="Beiträge" {...form.bind('posts')} />
          <CheckField label="Kommentare" {...form.bind('comments')} />
          <CheckField label="Nicknames" {...form.bind('nicknames')} />
        </div>
        <p className="meta">
          Einen Nickname mit einem der Wörter bekommt niemand mehr. Wer schon so heißt, behält ihn; die Probe zeigt, wer
          das ist.
        </p>
        <FieldError id="rule-targets" error={form.errorOf('posts')} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-2">
          <b>Bedingungen</b> <span className="meta">Alle ausgefüllten müssen zutreffen.</span>
        </legend>
        <TextAreaField
          label="Eins dieser Wörter"
          hint="Eins je Zeile, auch mehrere Wörter. Ein * am Ende findet alles, was so anfängt: krypto*"
          rows={3}
          {...form.input('words')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {numbers.map(({ name, ...texts }) => (
            <TextField key={name} {...texts} inputMode="numeric" autoComplete="off" {...form.input(name)} />
          ))}
        </div>
        <div>
          <CheckField label="Derselbe Text wie ein anderer vom selben Tag (ab 20 Zeichen)" {...form.bind('repeated')} />
          <CheckField label="Es geht um einen Star (Tag am Beitrag)" {...form.bind('namesStar')} />
        </div>
      </fieldset>
    </>
  )
}
