import { nicknameMax, nicknameMin, nicknameSchema } from '@hot/domain/member/nickname'
import { nicknameForm } from '@hot/domain/member/profile-form'
import { useEffect, useState } from 'react'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { refreshProfile } from '#web/lib/auth/session/session-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormStatus } from '../sign-in-call.tsx'
import '../sign-in.css'

/** Availability is checked after this pause in typing (ms). */
const debounceMs = 400

type NicknameState =
  | { kind: 'empty' }
  | { kind: 'refused'; text: string }
  | { kind: 'checking' }
  | { kind: 'free' }
  /** The check failed, for example when throttled or offline; saving decides. */
  | { kind: 'unknown' }

const takenText = 'Der Name ist schon vergeben. Nimm einen anderen.'
const reasons = {
  form: 'So darf ein Name nicht aussehen. Nimm einen anderen.',
  reserved: 'Diesen Namen vergeben wir nicht. Nimm einen anderen.',
  taken: takenText,
} as const

async function checkNickname(nickname: string): Promise<NicknameState> {
  const answer = await rpc('nickname_available', { p_nickname: nickname })
  return answer.reason === null ? { kind: 'free' } : { kind: 'refused', text: reasons[answer.reason] }
}

/** The state of the typed nickname: rules are checked on each keystroke, availability after a pause. */
function useNicknameState(typed: string): NicknameState {
  const [answer, setAnswer] = useState<{ nickname: string; state: NicknameState } | null>(null)
  const parsed = nicknameSchema.safeParse(typed)
  const nickname = parsed.success ? parsed.data : ''
  useEffect(() => {
    if (nickname === '') return
    let outdated = false
    const timer = setTimeout(async () => {
      const state = await checkNickname(nickname).catch((): NicknameState => ({ kind: 'unknown' }))
      if (!outdated) setAnswer({ nickname, state })
    }, debounceMs)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [nickname])
  if (typed.trim() === '') return { kind: 'empty' }
  if (!parsed.success) return { kind: 'refused', text: parsed.error.issues[0]?.message ?? reasons.form }
  return answer?.nickname === nickname ? answer.state : { kind: 'checking' }
}

/** Hints of `set_nickname` (domain/src/contract/account/account.ts). */
const byHint: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nickname_form: 'So darf ein Name nicht aussehen. Nimm einen anderen.',
    nickname_reserved: 'Diesen Namen vergeben wir nicht. Nimm einen anderen.',
    nickname_taken: takenText,
    rate_limited: 'Zu viele Versuche. Warte ein paar Minuten und versuch es dann noch einmal.',
  }),
)

/** Why a nickname was not saved, and what to do. */
function nicknameFailure(error: unknown): string {
  if (!(error instanceof DataError)) return 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.'
  const known = byHint.get(error.hint) ?? (error.code === '23505' ? takenText : undefined)
  if (known) return known
  if (error.status === 0) return 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.'
  return 'Das hat gerade nicht geklappt. Versuch es in ein paar Minuten noch einmal.'
}

const stateTexts: Record<Exclude<NicknameState['kind'], 'refused'>, string> = {
  empty: '',
  checking: 'Wird geprüft …',
  free: 'Der Name ist frei.',
  unknown: 'Ob er frei ist, sehen wir beim Speichern.',
}

/**
 * Asks for a nickname, which can be postponed. `onClose` is called when one was saved, and when the dialog is closed
 * without one.
 */
export function NicknameDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(nicknameForm, { nickname: '' })
  const typed = form.watch('nickname')
  const state = useNicknameState(typed)
  const refused = state.kind === 'refused'
  const save = useWrite(
    async (nickname: string) => {
      await rpc('set_nickname', { p_nickname: nickname })
      // The nickname is saved even if this fails; the next fetch of the profile shows it.
      await refreshProfile().catch(() => {})
      showToast({ title: 'Name gespeichert', text: 'Schön, dich kennenzulernen.' })
      onClose()
    },
    {
      onFailed: (error) => showToast({ kind: 'error', title: 'Name nicht gespeichert', text: nicknameFailure(error) }),
    },
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Wie sollen wir dich nennen?"
      description="Unter diesem Namen sehen dich alle. Du kannst ihn später in deinem Account ändern."
    >
      <form {...form.formProps(({ nickname }) => save.run(nickname))} className="sign-in-form" aria-busy={save.busy}>
        <TextField
          label="Nickname"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          hint={`${nicknameMin} bis ${nicknameMax} Zeichen: Buchstaben, Ziffern, Unterstrich und Punkt.`}
          counter={{ used: [...typed.trim()].length, max: nicknameMax }}
          {...form.input('nickname')}
        />
        <div className="sign-in-status">
          <p role="status" className={refused ? 'field-error' : 'meta'}>
            {refused ? state.text : stateTexts[state.kind]}
          </p>
        </div>
        {!refused && (save.busy || save.error) && (
          <FormStatus busy={save.busy} trouble={save.error && nicknameFailure(save.error)} />
        )}
        <Button type="submit" variant="hot" wide disabled={refused || state.kind === 'empty'} busy={save.busy}>
          Namen speichern
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          Später
        </Button>
      </form>
    </Dialog>
  )
}
