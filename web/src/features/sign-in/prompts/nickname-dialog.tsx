import { nicknameMax, nicknameMin, nicknameSchema } from '@hot/domain/member/nickname'
import { type FormEvent, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { refreshProfile } from '#web/lib/auth/session/session-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormStatus } from '../forms/form-status.tsx'
import { useSending } from '../forms/use-sending.ts'
import { type NicknameState, useNicknameState } from './nickname-check.ts'
import { nicknameFailure } from './nickname-failure.ts'
import '../sign-in.css'

type Props = {
  /** Chosen, or put off: the viewer's profile tells. */
  onClose: () => void
}

const verdict: Record<Exclude<NicknameState['kind'], 'refused'>, string> = {
  empty: '',
  checking: 'Wird geprüft …',
  free: 'Der Name ist frei.',
  unknown: 'Ob er frei ist, sehen wir beim Speichern.',
}

/** Opens at the first sign-in without a nickname and can be put off. */
export function NicknameDialog({ onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const sending = useSending()
  const state = useNicknameState(typed)
  const refused = state.kind === 'refused'
  const save = async () => {
    try {
      await rpc('set_nickname', { p_nickname: nicknameSchema.parse(typed) })
      // Saved in any case; without an answer the next look at the profile brings it.
      await refreshProfile().catch(() => {})
      showToast({ title: 'Name gespeichert', text: 'Schön, dich kennenzulernen.' })
      onClose()
    } catch (error) {
      const text = nicknameFailure(error)
      setTrouble(text)
      showToast({ kind: 'error', title: 'Name nicht gespeichert', text })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (refused || state.kind === 'empty') return
    setTrouble(null)
    sending.send(save)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Wie sollen wir dich nennen?"
      description="Unter diesem Namen sehen dich alle. Du kannst ihn später in deinem Account ändern."
    >
      <form className="sign-in-form" noValidate onSubmit={submit} aria-busy={sending.running}>
        <TextField
          label="Nickname"
          name="nickname"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          hint={`${nicknameMin} bis ${nicknameMax} Zeichen: Buchstaben, Ziffern, Unterstrich und Punkt.`}
          counter={{ used: [...typed.trim()].length, max: nicknameMax }}
        />
        <div className="sign-in-status">
          <p role="status" className={refused ? 'field-error' : 'meta'}>
            {refused ? state.text : verdict[state.kind]}
          </p>
        </div>
        {!refused && (sending.running || trouble) && <FormStatus sending={sending} trouble={trouble} />}
        <Button type="submit" variant="hot" wide disabled={refused || state.kind === 'empty' || sending.running}>
          Namen speichern
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          Später
        </Button>
      </form>
    </Dialog>
  )
}
