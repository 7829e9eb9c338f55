import { type ContactFields, concernTextMax, contactForm } from '@hot/domain/concern/form'
import type { ContactAnswer } from '@hot/domain/contract/community'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import { textLength } from '@hot/domain/text/sanitize-text'
import { longDay } from '@hot/domain/time/german-date'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Arrived } from '#web/ui/feedback/mailed-link.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { FormNeedsScript, SenderFields } from './concern-parts.tsx'

const refusals = {
  rate_limited: 'Von hier kamen gerade viele Nachrichten. Versuch es später noch einmal.',
  contact_closed: moderationSentences.contact_closed,
  email_invalid: moderationSentences.email_invalid,
  details_length: 'Das ist zu lang. Höchstens 2.000 Zeichen.',
} as const

type Sent = ContactAnswer & { address: string }

/**
 * `/kontakt`: the quick way besides e-mail, for everybody. `isOpen`: mails leave and there is an address for them; otherwise the
 * page says so before anybody types. Whether it is not known (null), the form says so when it is sent.
 */
export function ContactPage({ isOpen }: { isOpen: boolean | null }) {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <div className="page">
      <PageHead
        title="Kontakt"
        intro="Schreib uns, worum es auch geht. Ein Konto brauchst du nicht, und antworten wird dir ein Mensch."
      />
      {isOpen === false ? (
        <Closed />
      ) : sent ? (
        <Arrived>
          <EmptyState
            emoji="📬"
            title="Deine Nachricht ist da."
            text={`Sie hat die Nummer ${sent.reference}. Die Antwort geht an ${sent.address}, spätestens am ${longDay(sent.due)}. Eine Bestätigung ist dorthin unterwegs, schau auch im Spam nach.`}
          />
        </Arrived>
      ) : (
        <div className="grid max-w-prose gap-6">
          <FormNeedsScript />
          <p>
            Stimmt auf HoT etwas über dich nicht, oder soll es weg? Dafür gibt es{' '}
            <Link to="/es-geht-um-mich" className="link">
              Es geht um mich
            </Link>
            . Einen Beitrag meldest du am schnellsten an ihm selbst. Was wir speichern, steht in der{' '}
            <Link to="/datenschutz" className="link">
              Datenschutzerklärung
            </Link>
            .
          </p>
          <ContactForm onSent={setSent} />
        </div>
      )}
    </div>
  )
}

/** Nothing typed here would reach anybody. */
const Closed = () => (
  <div className="max-w-prose">
    <Callout kind="warn">
      {`${moderationSentences.contact_closed} `}
      <Link to="/impressum" className="link">
        Zum Impressum
      </Link>
    </Callout>
  </div>
)

function ContactForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const form = useZodForm(contactForm, { name: '', email: '', text: '' })
  // One id for all attempts, so that a retry after a lost response is no second message.
  const [id] = useState(() => crypto.randomUUID())
  const write = useWrite(
    async ({ name, email, text }: ContactFields): Promise<Sent> => {
      const answer = await rpc('contact_operator', { p_id: id, p_name: name, p_email: email, p_text: text })
      return { ...answer, address: email }
    },
    { refusals, onDone: onSent },
  )
  return (
    <form {...form.formProps(write.run)} className="grid gap-4" aria-busy={write.busy}>
      <TextAreaField
        label="Deine Nachricht"
        rows={6}
        counter={{ used: textLength(form.watch('text')), max: concernTextMax }}
        {...form.input('text')}
      />
      <SenderFields
        name={form.input('name')}
        email={form.input('email')}
        hint="Egal bei welchem Anbieter. Dorthin schicken wir die Antwort."
      />
      <FormFooter action={write} submit="Abschicken" working="Wird gesendet …" variant="strong" />
    </form>
  )
}
