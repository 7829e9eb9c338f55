import type { OwnProfile } from '@hot/domain/contract/account/account'
import { bioMax, bioSchema } from '@hot/domain/member/bio'
import { nicknameMax, nicknameSchema } from '@hot/domain/member/nickname'
import { textLength } from '@hot/domain/text/sanitize-text'
import { memberPath } from '@hot/domain/url/paths'
import { type FormEvent, useState } from 'react'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { avatarPath, saveProfile } from './avatar-upload.ts'
import { firstIssue } from './first-issue.ts'
import { NicknameHint } from './nickname-hint.tsx'
import { useProfileChanged } from './use-profile-changed.ts'

type Errors = { nickname?: string | null; bio?: string | null }

/** Nickname and bio, saved together; only what was changed is sent. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const [nickname, setNickname] = useState(profile.nickname ?? '')
  const [bio, setBio] = useState(profile.bio ?? '')
  const [errors, setErrors] = useState<Errors>({})
  const action = useAction()
  const { isUnsaved, markSaved } = useUnsaved([nickname, bio])
  const { form, focusMistake } = useMistakeFocus()
  const profileChanged = useProfileChanged()
  const renamed = nickname !== (profile.nickname ?? '')

  const save = async () => {
    if (renamed) await rpc('set_nickname', { p_nickname: nicknameSchema.parse(nickname) })
    const newBio = bioSchema.parse(bio) || null
    if (newBio !== profile.bio) await saveProfile(newBio, avatarPath(profile.avatar_url))
    markSaved()
    await profileChanged()
    const text = renamed && profile.slug ? `${memberPath(profile.slug)} führt weiter zu dir.` : undefined
    showToast({ title: 'Profil gespeichert', ...(text ? { text } : {}) })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = { nickname: firstIssue(nicknameSchema, nickname), bio: firstIssue(bioSchema, bio) }
    setErrors(found)
    if (found.nickname || found.bio) return focusMistake()
    await action.run(async () => {
      try {
        await save()
      } catch (error) {
        if (!refusalOf(error).startsWith('nickname_')) throw error
        setErrors({ nickname: failureText(error) })
        focusMistake()
      }
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid max-w-140 gap-5">
      <TextField
        label="Nickname"
        name="nickname"
        autoComplete="nickname"
        spellCheck={false}
        value={nickname}
        onChange={(event) => {
          setNickname(event.target.value)
          setErrors({ ...errors, nickname: null })
        }}
        error={errors.nickname}
        hint={<NicknameHint nickname={nickname} own={profile.nickname} />}
        counter={{ used: textLength(nickname), max: nicknameMax }}
      />
      <TextAreaField
        label="Bio"
        name="bio"
        rows={5}
        value={bio}
        onChange={(event) => {
          setBio(event.target.value)
          setErrors({ ...errors, bio: null })
        }}
        error={errors.bio}
        hint="Was guckst du, wen verteidigst du?"
        counter={{ used: textLength(bio), max: bioMax }}
      />
      <FormFoot action={action} submit="Speichern" working="Wird gespeichert …" />
      <UnsavedGuard isUnsaved={isUnsaved && !action.busy} />
    </form>
  )
}
