import { inboxOf } from '@hot/domain/auth/mail-domains'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button, buttonClass, IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { resendConfirmation } from '../api.ts'
import { useSignInCall } from '../sign-in-call.tsx'
import { forgetRegistration, registeredMail } from './registered-entry.ts'
import '../sign-in.css'

/** A mailbox gets one mail of a kind a minute (docs/product/accounts.md, Throttles). */
const pauseMs = 60_000

/** Seconds until another mail may be sent; counts down. */
function usePause(): [left: number, begin: () => void] {
  const [until, setUntil] = useState(() => Date.now() + pauseMs)
  const [now, setNow] = useState(Date.now)
  const isOver = now >= until
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  const begin = () => {
    setNow(Date.now())
    setUntil(Date.now() + pauseMs)
  }
  return [Math.ceil(Math.max(0, until - now) / 1000), begin]
}

type Props = { email: string; onClose: () => void }

/** After registering: where the mail went, and what to do when it does not come. */
function ConfirmationNote({ email, onClose }: Props) {
  const inbox = inboxOf(email)
  const [left, pause] = usePause()
  const [sent, setSent] = useState(false)
  const { busy, trouble, run } = useSignInCall(async () => {
    await resendConfirmation(email)
    setSent(true)
    pause()
  }, 'Mail nicht gesendet')
  return (
    <section className="confirmation-note" aria-labelledby="confirmation-note">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 id="confirmation-note" className="type-h4">
            Fast drin: Bestätige deine Adresse
          </h2>
          <p className="wrap-anywhere">
            Die Mail ging an <b>{email}</b>. Mit dem Link darin bist du angemeldet. Nichts da? Schau im Spam-Ordner
            nach.
          </p>
        </div>
        <IconButton label="Hinweis schließen" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {inbox && (
          <a
            className={buttonClass({ variant: 'strong', small: true })}
            href={inbox.inbox}
            target="_blank"
            rel="noopener noreferrer"
          >
            {`${inbox.brand ?? inbox.name} öffnen`}
          </a>
        )}
        <Button small busy={busy || left > 0} onClick={() => void run()}>
          {left > 0 ? `Noch einmal senden (in ${left} s)` : 'Noch einmal senden'}
        </Button>
        <button
          type="button"
          className="text-button"
          onClick={() => requestSignIn({ mode: 'register', corrects: true })}
        >
          Adresse falsch?
        </button>
      </div>
      <p role="status" className="meta">
        {trouble ?? (sent && 'Noch eine Mail ist unterwegs. Nur der neueste Link gilt.')}
      </p>
    </section>
  )
}

let close: (() => void) | undefined

/**
 * Shows the note above the page, in its own React root, until it is closed or somebody signs in. Does nothing for members,
 * without a registration, and on the page that the mail leads to: who stands there has the mail, and one thing to press.
 */
export function showConfirmationNote(): void {
  close?.()
  const email = registeredMail()
  const page = document.getElementById('inhalt')
  if (!email || !page || viewer().state === 'member' || location.pathname === '/auth/callback') return
  const place = document.createElement('div')
  place.className = 'confirmation-note-place'
  page.before(place)
  const root = createRoot(place)
  const end = () => {
    stop()
    root.unmount()
    place.remove()
    close = undefined
  }
  const forget = () => {
    forgetRegistration()
    end()
  }
  const stop = onSessionEvent(({ kind }) => kind === 'signed-in' && forget())
  close = end
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmationNote key={email} email={email} onClose={forget} />
    </QueryClientProvider>,
  )
}
