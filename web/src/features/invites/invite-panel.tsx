import { authSentences } from '@hot/domain/auth/refusals'
import { asInviteCode, inviteFieldMax, inviteForm } from '@hot/domain/auth/sign-in-form'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { offeredProviders } from '#web/lib/api/config/providers.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { forgetInvite, pendingInvite, storeInvite } from '#web/platform/storage/pending-invite.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { checkInvite, type InviteState, redeemInvite } from './api.ts'
import './invites.css'

const register = () => requestSignIn({ mode: 'register' })

/** The content of `/invites`: guests register with their code, members who still need one redeem it. */
export function InvitePanel() {
  const viewer = useViewer()
  if (viewer.state !== 'member') return <GuestPanel />
  if (viewer.profile?.needs_invite) return <RedeemForm />
  return <AlreadyIn isNew={isNew(viewer.user.createdAt)} />
}

/** Somebody who has just come, by the code they used. */
const newForMs = 3_600_000
const isNew = (createdAt: string) => serverNow() - Date.parse(createdAt) < newForMs

/** What a member is told about the code of the link. */
const passOn: Partial<Record<InviteState, string>> = {
  valid: 'Der Code gilt noch: Gib ihn an jemanden weiter, der noch fehlt.',
  used: 'Dieser Code ist verbraucht.',
  expired: 'Dieser Code ist abgelaufen.',
}

/** For members: a welcome for those who have just come, for the others what the code is still good for. */
function AlreadyIn({ isNew }: { isNew: boolean }) {
  const [code] = useState(initialCode)
  const [state, setState] = useState<InviteState | null>(null)
  useEffect(() => {
    if (!isNew && code !== '') void checkInvite(code).then(setState)
  }, [isNew, code])
  return (
    <section className="invite-card">
      <h2 className="type-h3">{isNew ? 'Willkommen bei HoT!' : 'Du bist schon dabei'}</h2>
      <p role="status">
        {isNew
          ? 'Deine Einladung hat geklappt. Fang klein an: eine Stimme, ein Gerücht, ein Kommentar.'
          : (state && passOn[state]) || 'Eine Einladung brauchst du nicht mehr.'}
      </p>
      <Link to="/stars/voting" className={buttonClass({ variant: 'hot', wide: true })}>
        Stars bewerten
      </Link>
      <Link to="/trashtalk" className={buttonClass({ wide: true })}>
        Zum Trashtalk
      </Link>
      {isNew && (
        <Link to="/account/profil" className={buttonClass({ wide: true })}>
          Profil einrichten
        </Link>
      )}
    </section>
  )
}

/** `Google oder Apple`, as far as they are set up. */
const providerNames = () =>
  offeredProviders()
    .map(({ name }) => name)
    .join(' oder ')

function GuestPanel() {
  const [providers] = useState(providerNames)
  const { code, state, running, check } = useInvite(useCallback(register, []))
  if (state !== 'valid')
    return (
      <section className="invite-card">
        <h2 className="type-h3">Code einlösen</h2>
        <noscript>
          <p className="callout">Zum Einlösen braucht HoT JavaScript. Schalte es ein und lade die Seite neu.</p>
        </noscript>
        <InviteForm key={code} code={code} action="Code prüfen" state={state} running={running} onSubmit={check} />
      </section>
    )
  return (
    <section className="invite-card">
      <h2 className="type-h3">Du bist eingeladen</h2>
      <p role="status">{inviteTexts.valid}</p>
      <p className="meta">
        Dein Code: <b className="num">{code}</b>. Er ist in der Registrierung schon eingetragen.
      </p>
      <Button variant="hot" wide onClick={register}>
        Konto anlegen
      </Button>
      {providers && (
        <>
          <Button wide onClick={() => requestSignIn()}>
            {`Mit ${providers} anmelden`}
          </Button>
          <p className="meta">{`Kommst du über ${providers}, löst du den Code danach hier ein.`}</p>
        </>
      )}
    </section>
  )
}

type Invite = { code: string; state: InviteState | null; running: boolean }

/** The code from the link (`?code=`), else the stored one; empty if there is none. */
const initialCode = () => asInviteCode(new URLSearchParams(window.location.search).get('code') ?? pendingInvite())

/** An invite code and its status: the initial one is checked at once, and a code is stored if it may be valid. */
function useInvite(onValid: () => void) {
  const [invite, setInvite] = useState<Invite>({ code: '', state: null, running: false })
  const check = useCallback(
    async (code: string) => {
      setInvite({ code, state: null, running: true })
      const state = await checkInvite(code)
      setInvite({ code, state, running: false })
      if (state === 'valid' || state === 'waiting' || state === 'unanswered') storeInvite(code)
      if (state === 'valid') onValid()
    },
    [onValid],
  )
  useEffect(() => {
    const code = initialCode()
    if (code !== '') void check(code)
  }, [check])
  return { ...invite, check }
}

/** For accounts created through a provider in invite mode, which cannot write until a code is redeemed. */
function RedeemForm() {
  const [code] = useState(initialCode)
  const [state, setState] = useState<InviteState | null>(null)
  const { busy, run } = useWrite(redeemInvite, {
    onDone: (answer) => {
      setState(answer)
      if (answer !== 'valid') return
      forgetInvite()
      showToast({ title: 'Einladung eingelöst', text: 'Jetzt kannst du mitmachen.' })
    },
  })
  return (
    <section className="invite-card">
      <h2 className="type-h3">Code einlösen</h2>
      <p>Dein Konto steht. Zum Mitschreiben und Abstimmen fehlt noch dein Einladungscode.</p>
      <InviteForm code={code} action="Einlösen" state={state} running={busy} onSubmit={run} />
    </section>
  )
}

const inviteTexts: Record<InviteState, string> = {
  valid: 'Deine Einladung gilt. Schön, dass du kommst.',
  unknown: 'Diesen Code kennen wir nicht. Prüf, ob du dich vertippt hast: Acht Zeichen, ohne 0, O, 1, I und L.',
  expired: 'Diese Einladung ist abgelaufen. Frag nach einer neuen.',
  used: 'Diese Einladung ist schon verbraucht. Frag nach einer neuen.',
  waiting: authSentences.rate_limited,
  unanswered: 'Wir konnten den Code nicht prüfen. Prüf deine Verbindung und versuch es noch einmal.',
}

type Props = {
  /** The initial code. */
  code: string
  action: string
  /** Status of `code`; null: not checked yet. */
  state: InviteState | null
  running: boolean
  onSubmit: (code: string) => unknown
}

/** The form for a code. Remount it for another initial code. */
function InviteForm({ code, action, state, running, onSubmit }: Props) {
  const form = useZodForm(inviteForm, { code })
  const refused = state !== null && state !== 'valid' && !running
  return (
    <form {...form.formProps((typed) => onSubmit(typed.code))} className="invite-form" aria-busy={running}>
      <TextField
        label="Einladungscode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={inviteFieldMax}
        hint="Acht Zeichen, groß oder klein ist egal."
        {...form.input('code')}
        error={refused ? inviteTexts[state] : null}
      />
      <Button type="submit" variant="hot" wide disabled={asInviteCode(form.watch('code')) === ''} busy={running}>
        {running ? 'Einen Moment …' : action}
      </Button>
    </form>
  )
}
