import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'

type Kind = 'nothing' | 'email-changed' | 'confirmed' | 'half-done'

const texts: Record<Kind, { title: string; text: string }> = {
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
}

type Props = { kind: Kind; onContinue: (path: string) => void; onSignIn: () => void }

/** A link did its part, or there was none. */
export function CallbackNotice({ kind, onContinue, onSignIn }: Props) {
  const viewer = useViewer()
  const { title, text } = texts[kind]
  return (
    <>
      <h2 className="type-h3">{title}</h2>
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
