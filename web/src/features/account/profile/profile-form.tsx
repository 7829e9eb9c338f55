import type { NicknameAvailability, OwnProfile } from '@hot/domain/contract/account/account'
import { bioMax } from '@hot/domain/member/bio'
import { nicknameMax, nicknameSchema } from '@hot/domain/member/nickname'
import { profileForm } from '@hot/domain/member/profile-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { memberPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { avatarPath, saveProfile, useProfileChanged } from './api.ts'

/** Nickname and bio, saved together; only what was changed is sent. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const form = useZodForm(profileForm, { nickname: profile.nickname ?? '', bio: profile.bio ?? '' })
  const profileChanged = useProfileChanged()
  const save = async (nickname: string, bio: string | null) => {
    const renamed = nickname !== profile.nickname
    if (renamed) await rpc('set_nickname', { p_nickname: nickname })
    if (bio !== profile.bio) await saveProfile(bio, avatarPath(profile.avatar_url))
    form.reset(form.getValues())
    await profileChanged()
    const text = renamed && profile.slug ? `${memberPath(profile.slug)} führt weiter zu dir.` : undefined
    showToast({ title: 'Profil gespeichert', ...(text ? { text } : {}) })
  }
  const write = useWrite(({ nickname, bio }: { nickname: string; bio: string }) =>
    save(nickname, bio || null).catch((error: unknown) => {
      if (!refusalOf(error).startsWith('nickname_')) throw error
      form.refuse({ nickname: failureText(error) })
    }),
  )
  const { nickname, bio } = form.watch()
  return (
    <form {...form.formProps(write.run)} className="grid max-w-140 gap-5">
      <TextField
        label="Nickname"
        autoComplete="nickname"
        spellCheck={false}
        hint={<NicknameHint nickname={nickname} own={profile.nickname} />}
        counter={{ used: textLength(nickname), max: nicknameMax }}
        {...form.input('nickname')}
      />
      <TextAreaField
        label="Bio"
        rows={5}
        hint="Was guckst du, wen verteidigst du?"
        counter={{ used: textLength(bio), max: bioMax }}
        {...form.input('bio')}
      />
      <FormFoot action={write} submit="Speichern" working="Wird gespeichert …" />
      <UnsavedGuard isUnsaved={form.isUnsaved && !write.busy} />
    </form>
  )
}

const askAfterMs = 400

/** Below the field: whether the name is free. Saving asks again; a question that fails just keeps the rules in view. */
function NicknameHint({ nickname, own }: { nickname: string; own: string | null }) {
  const settled = useDebounced(nickname, askAfterMs)
  const { success } = nicknameSchema.safeParse(settled)
  const asking = success && settled !== own
  const { data } = useQuery({
    queryKey: ['account', 'nickname-available', settled],
    // By POST: the database counts the questions.
    queryFn: () => rpc('nickname_available', { p_nickname: settled }),
    enabled: asking,
    retry: false,
  })
  const known = asking && settled === nickname ? data : undefined
  return <span aria-live="polite">{known ? answer(known) : '3 bis 20 Zeichen. Alte Adressen leiten weiter.'}</span>
}

function answer({ available, reason }: NicknameAvailability): string {
  if (available) return 'Der Name ist frei.'
  return reason === 'taken' ? 'Der Name ist schon weg.' : 'Diesen Namen vergeben wir nicht.'
}
