import {
  type ConcernFields,
  concernForm,
  concernNameMax,
  concernTextMax,
  concernWishes,
  concernWishTexts,
  pageOfSite,
} from '@hot/domain/concern/form'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import { textLength } from '@hot/domain/text/sanitize-text'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Arrived } from '#web/ui/feedback/mailed-link.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { GoodFaith } from '../good-faith.tsx'
import { FormNeedsScript, SenderFields } from './concern-parts.tsx'

const empty: ConcernFields = {
  wish: '',
  page: '',
  who: 'self',
  person: '',
  name: '',
  email: '',
  text: '',
  goodFaith: false,
}

const refusals = {
  rate_limited: moderationSentences.rate_limited,
  page_invalid: moderationSentences.page_invalid,
  email_invalid: moderationSentences.email_invalid,
  details_length: 'Das ist zu lang. Höchstens 2.000 Zeichen.',
} as const

/** `/es-geht-um-mich`: for whoever stands on the site, or acts for them, with any address and without account. */
export function ConcernPage({ site }: { site: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <div className="page">
      <PageHead
        title="Es geht um mich"
        intro="Steht auf HoT etwas über dich, oder über jemanden, für den du sprichst? Hier sagst du uns, was damit geschehen soll. Ein Konto brauchst du dafür nicht."
      />
      {sentTo ? (
        <Arrived>
          <EmptyState
            emoji="📬"
            title="Ein Klick fehlt noch."
            text={`Wir haben an ${sentTo} geschrieben. Bestätige dein Anliegen mit dem Link in der Mail, dann liegt es beim Team, und du bekommst eine Eingangsbestätigung. Schau auch im Spam nach.`}
          />
        </Arrived>
      ) : (
        <div className="grid max-w-prose gap-6">
          <FormNeedsScript />
          <WhatFollows />
          <ConcernForm site={site} onSent={setSentTo} />
        </div>
      )}
    </div>
  )
}

/** What happens with it, before anybody types. */
const WhatFollows = () => (
  <ul className="list-disc pl-5">
    <li>Wir schicken dir einen Link zum Bestätigen, danach gleich die Eingangsbestätigung mit einer Nummer.</li>
    <li>Innerhalb eines Monats antwortet dir ein Mensch, mit Gründen.</li>
    <li>
      Was wir dazu speichern und wie lange, steht in der{' '}
      <Link to="/datenschutz" className="link">
        Datenschutzerklärung
      </Link>
      .
    </li>
  </ul>
)

type FormProps = { site: string; onSent: (address: string) => void }

function ConcernForm({ site, onSent }: FormProps) {
  const form = useZodForm(concernForm(site), empty)
  const { wish, who, text } = form.watch()
  // One id for all attempts, so that a retry after a lost response sends no second mail.
  const [id] = useState(() => crypto.randomUUID())
  const { setValue, getValues } = form
  // The page one comes from stands behind the hash, which only the browser has.
  useEffect(() => {
    const from = pageOfSite(window.location.hash.slice(1), site)
    if (from && getValues('page') === '') setValue('page', from)
  }, [site, setValue, getValues])
  const write = useWrite(
    (fields: ConcernFields) =>
      rpc('tell_concern', {
        p_id: id,
        p_page: pageOfSite(fields.page, site) ?? '',
        p_wish: fields.wish,
        p_person: fields.who === 'other' ? fields.person : '',
        p_name: fields.name,
        p_email: fields.email,
        p_text: fields.text,
        p_good_faith: fields.goodFaith,
      }),
    { refusals, onDone: () => onSent(getValues('email').trim()) },
  )
  return (
    <form {...form.formProps(write.run)} className="grid gap-4" aria-busy={write.busy}>
      <SelectField label="Was möchtest du?" {...form.input('wish')}>
        <option value="">Bitte wählen …</option>
        {concernWishes.map((each) => (
          <option key={each} value={each}>
            {concernWishTexts[each]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={wish === 'access' ? 'Um welche Seite geht es? (optional)' : 'Um welche Seite geht es?'}
        hint="Die Adresse aus der Adresszeile, zum Beispiel /stars/…"
        autoComplete="off"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('page')}
      />
      <TextAreaField
        label="Worum geht es?"
        hint="Welche Stelle, und was daran nicht stimmt oder warum sie weg soll. Belege kannst du verlinken."
        rows={6}
        counter={{ used: textLength(text), max: concernTextMax }}
        {...form.input('text')}
      />
      <SelectField label="Wer schreibt?" {...form.input('who')}>
        <option value="self">Ich bin die Person, um die es geht</option>
        <option value="other">Ich spreche für sie: Management, Anwältin, Familie …</option>
      </SelectField>
      {who === 'other' && (
        <TextField
          label="Für wen sprichst du?"
          autoComplete="off"
          maxLength={concernNameMax}
          {...form.input('person')}
        />
      )}
      <SenderFields
        name={form.input('name')}
        email={form.input('email')}
        hint="Egal bei welchem Anbieter. Dorthin schicken wir den Link zum Bestätigen und die Antwort."
      />
      <GoodFaith {...form.bind('goodFaith')}>Meine Angaben sind nach bestem Wissen richtig und vollständig.</GoodFaith>
      <FormFooter action={write} submit="Abschicken" working="Wird gesendet …" variant="strong" />
    </form>
  )
}
