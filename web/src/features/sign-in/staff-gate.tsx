import type { ReactNode } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { SecondFactorForm } from './forms/second-factor-form.tsx'
import './sign-in.css'

type Props = {
  /** For guests, and while it is not known who is looking. */
  guest: ReactNode
  /** Shown once the member's session is as strong as their account asks for. The database decides who is staff. */
  children: ReactNode
}

const nothing = () => {}

/** Around the admin area: members with a second factor are asked for it before anything is shown. */
export function StaffGate({ guest, children }: Props) {
  const viewer = useViewer()
  if (viewer.state !== 'member') return guest
  const { current, next } = viewer.assurance
  if (next !== 'aal2' || current === 'aal2') return children
  return (
    <section className="sign-in-card">
      <h1 className="type-h3">Zweiter Faktor</h1>
      <p>Der Team-Bereich öffnet sich erst mit dem Code deines zweiten Faktors.</p>
      <SecondFactorForm onDone={nothing} onGiveUp={() => void signOut('local').catch(() => {})} />
    </section>
  )
}
