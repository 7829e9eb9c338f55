import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FormStatus } from '../sign-in-call.tsx'
import type { MailLinkType } from './callback-error.ts'
import { Heading } from './callback-notices.tsx'
import type { CallbackOutcome } from './finish-callback.ts'

type Texts = { title: string; text: string; action: string }

const signIn: Texts = {
  title: 'Anmelden',
  text: 'Wenn du drückst, bist du mit dem Konto angemeldet, für das der Link verschickt wurde.',
  action: 'Jetzt anmelden',
}

/** What a press does, by the type of the link. */
const texts: Readonly<Record<MailLinkType, Texts>> = {
  signup: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Wenn du drückst, ist die Adresse bestätigt, an die wir die Mail geschickt haben, und du bist angemeldet.',
    action: 'E-Mail-Adresse bestätigen',
  },
  invite: {
    title: 'Einladung annehmen',
    text: 'Wenn du drückst, nimmst du die Einladung an. Danach gibst du dir ein Passwort.',
    action: 'Einladung annehmen',
  },
  magiclink: signIn,
  email: signIn,
  recovery: {
    title: 'Neues Passwort?',
    text: 'Wenn du drückst, bist du angemeldet und gibst dir ein neues Passwort. Bis du es gespeichert hast, gilt dein altes.',
    action: 'Neues Passwort festlegen',
  },
  email_change: {
    title: 'Neue Adresse bestätigen',
    text: 'Wenn du drückst, stimmt dieses Postfach zu. Die neue Adresse gilt, sobald beide Postfächer zugestimmt haben, das alte und das neue. Warst du das nicht? Dann stopp die Änderung.',
    action: 'Änderung bestätigen',
  },
}

const stopTexts: Texts = {
  title: 'Änderung der Adresse stoppen',
  text: 'Wenn du drückst, bleibt die alte Adresse, und die Links aus beiden Mails gelten nicht mehr. Ging deine Mail an die alte Adresse, wird das Konto außerdem überall abgemeldet.',
  action: 'Änderung stoppen',
}

type Props = {
  outcome: Extract<CallbackOutcome, { kind: 'press' }>
  onOutcome: (next: CallbackOutcome) => void
}

/** A mailed link says what it will do and waits for a press: programs that look into mails open it as well. */
export function PressLink({ outcome: { type, stops, act }, onOutcome }: Props) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const press = async (stop: boolean) => {
    if (busy) return
    setBusy(true)
    setTrouble(null)
    const next = await act(stop)
    setBusy(false)
    if (next.kind === 'trouble' && next.again) setTrouble(next.trouble.text)
    else onOutcome(next)
  }
  const { title, text, action } = stops ? stopTexts : texts[type]
  return (
    <>
      <Heading>{title}</Heading>
      <p>{text}</p>
      <div role="alert">
        <FormStatus busy={busy} trouble={trouble} />
      </div>
      <div className="sign-in-ways">
        <Button variant="hot" aria-disabled={busy} onClick={() => void press(stops)}>
          {busy ? 'Einen Moment …' : action}
        </Button>
        {type === 'email_change' && !stops && (
          <Button aria-disabled={busy} onClick={() => void press(true)}>
            Änderung stoppen
          </Button>
        )}
      </div>
    </>
  )
}
