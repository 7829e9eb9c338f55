import { ageConfirmation, ageSentence } from '@hot/domain/member/age'
import { nicknameMax, nicknameMin } from '@hot/domain/member/nickname'
import { nicknameForm } from '@hot/domain/member/profile-form'
import { memberSentences } from '@hot/domain/member/refusals'
import { nicknameTaken, nicknameTexts, useNicknameState } from '#web/entities/member/nickname-state.ts'
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

/** Hints of `set_nickname` (domain/src/contract/account/account.ts). */
const byHint: ReadonlyMap<string, string> = new Map(
  Object.entries({
    age_required: memberSentences.age_required,
    nickname_form: 'So darf ein Name nicht aussehen. Nimm einen anderen.',
    nickname_reserved: 'Diesen Namen vergeben wir nicht. Nimm einen anderen.',
    nickname_taken: nicknameTaken,
    rate_limited: 'Zu viele Versuche. Warte ein paar Minuten und versuch es dann noch einmal.',
  }),
)

/** Why a nickname was not saved, and what to do. */
function nicknameFailure(error: unknown): string {
  if (!(error instanceof DataError)) return 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.'
  const known = byHint.get(error.hint) ?? (error.code === '23505' ? nicknameTaken : undefined)
  if (known) return known
  if (error.status === 0) return 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.'
  return 'Das hat gerade nicht geklappt. Versuch es in ein paar Minuten noch einmal.'
}

/**
 * Asks for a nickname, which can be postponed. `onClose` is called when one was saved, and when the dialog is closed
 * without one. `asksAge`: saving it says to be old enough, as registering by e-mail has done already.
 */
export function NicknameDialog({ asksAge, onClose }: { asksAge: boolean; onClose: () => void }) {
  const form = useZodForm(nicknameForm, { nickname: '' })
  const typed = form.watch('nickname')
  const state = useNicknameState(typed)
  const refusal = state.kind === 'refused' ? state.text : null
  const save = useWrite(
    async (nickname: string) => {
      // Said at the field, which gets the focus.
      if (refusal) return form.showErrors({ nickname: refusal })
      await rpc('set_nickname', { p_nickname: nickname, ...(asksAge && { p_age_text: ageConfirmation.version }) })
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
          error={form.errorOf('nickname') ?? refusal}
        />
        <div className="sign-in-status">
          <p role="status" className="meta">
            {state.kind !== 'refused' && nicknameTexts[state.kind]}
          </p>
        </div>
        {!refusal && (save.busy || save.error) && (
          <FormStatus busy={save.busy} trouble={save.error && nicknameFailure(save.error)} />
        )}
        {asksAge && <p className="meta">{ageSentence('Namen speichern')}</p>}
        <Button type="submit" variant="hot" wide busy={save.busy}>
          Namen speichern
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          Später
        </Button>
      </form>
    </Dialog>
  )
}
