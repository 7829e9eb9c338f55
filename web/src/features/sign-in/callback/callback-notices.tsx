import { useState } from 'react'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ResendForm } from '../forms/mail-forms.tsx'
import type { CallbackTrouble } from './callback-error.ts'

type NoticeKind = 'nothing' | 'email-changed' | 'confirmed' | 'half-done' | 'unproven'

const notices: Record<NoticeKind, { title: string; text: string }> = {
  nothing: {
    title: 'Hier ist gerade nichts zu tun',
    text: 'Auf dieser Seite kommst du nach der Anmeldung an, oder über den Link aus einer Mail von uns.',
  },
  'email-changed': {
    title: 'Neue E-Mail-Adresse bestätigt',
    text: 'Ab jetzt meldest du dich mit der neuen Adresse an.',
  },
  confirmed: {
    title: 'E-Mail-Adresse bestätigt',
    text: 'Dein Konto ist bereit. Melde dich jetzt mit E-Mail und Passwort an.',
  },
  'half-done': {
    title: 'Erste Bestätigung ist da',
    text: 'Fehlt noch die zweite: Öffne den Link in der Mail an deine andere Adresse. Erst dann gilt die neue.',
  },
  unproven: {
    title: 'Schau nach, ob es geklappt hat',
    text: 'Aus diesem Link sehen wir nicht sicher, was passiert ist. Hast du deine Adresse bestätigt, melde dich an. Änderst du sie gerade, steht unter „Sicherheit“, was noch fehlt.',
  },
}

/** A heading that can be given focus, to be read out when the view has changed. */
export const Heading = ({ children }: { children: string }) => (
  <h2 className="type-h3" tabIndex={-1}>
    {children}
  </h2>
)

export function Stopped({ everywhere, onHome }: { everywhere: boolean; onHome: () => void }) {
  return (
    <>
      <Heading>Änderung gestoppt</Heading>
      <p>
        {everywhere
          ? 'Deine Adresse bleibt, und dein Konto ist überall abgemeldet. Gib dir jetzt ein neues Passwort: Wer das war, kennt vielleicht dein altes.'
          : 'Die Adresse wird nicht geändert. Mehr musst du nicht tun.'}
      </p>
      <div className="sign-in-ways">
        {everywhere && (
          <Button variant="hot" onClick={() => requestSignIn({ mode: 'forgot', andThen: onHome })}>
            Neues Passwort
          </Button>
        )}
        <Button onClick={onHome}>Zur Startseite</Button>
      </div>
    </>
  )
}

type NoticeProps = { kind: NoticeKind; onContinue: (path: string) => void; onSignIn: () => void }

/** A notice for a link that was processed, or that is missing. */
export function CallbackNotice({ kind, onContinue, onSignIn }: NoticeProps) {
  const viewer = useViewer()
  const { title, text } = notices[kind]
  return (
    <>
      <Heading>{title}</Heading>
      <p>{text}</p>
      <div className="sign-in-ways">
        {viewer.state === 'guest' && (
          <Button variant="hot" onClick={onSignIn}>
            Anmelden
          </Button>
        )}
        {viewer.state === 'member' && (
          <Button variant="strong" onClick={() => onContinue('/account')}>
            Zu deinem Account
          </Button>
        )}
        <Button onClick={() => onContinue('/')}>Zur Startseite</Button>
      </div>
    </>
  )
}

type TroubleProps = { trouble: CallbackTrouble; onContinue: (path: string) => void }

/** What went wrong in the callback, with actions that help. Who is signed in is not asked to sign in. */
export function CallbackTroubleNotice({ trouble, onContinue }: TroubleProps) {
  const [resending, setResending] = useState(false)
  const isMember = useViewer().state === 'member'
  const offers = new Set(trouble.ways)
  const home = () => onContinue('/')
  return (
    <>
      <Heading>{trouble.title}</Heading>
      <p>{(isMember && trouble.signedIn) || trouble.text}</p>
      {resending ? (
        <ResendForm />
      ) : (
        <div className="sign-in-ways">
          {offers.has('sign-in') && !isMember && (
            <Button variant="hot" onClick={() => requestSignIn({ andThen: home })}>
              Anmelden
            </Button>
          )}
          {offers.has('resend') && !isMember && (
            <Button onClick={() => setResending(true)}>Neue Bestätigungs-Mail</Button>
          )}
          {offers.has('recover') && !(isMember && trouble.signedIn) && (
            <Button onClick={() => requestSignIn({ mode: 'forgot', andThen: home })}>Neues Passwort</Button>
          )}
          {isMember && (
            <Button variant="strong" onClick={() => onContinue('/account')}>
              Zu deinem Account
            </Button>
          )}
          <Button onClick={home}>Zur Startseite</Button>
        </div>
      )}
    </>
  )
}
