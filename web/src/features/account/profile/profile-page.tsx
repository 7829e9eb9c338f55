import type { OwnProfile } from '@hot/domain/contract/account/account'
import { nicknameMax } from '@hot/domain/member/nickname'
import { bioMax, profileForm } from '@hot/domain/member/profile-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { memberPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { nicknameTexts, useNicknameState } from '#web/entities/member/nickname-state.ts'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { pictureRefusals } from '#web/lib/uploads/upload-picture.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFailure, FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { UnsavedGuard } from '#web/ui/overlays/unsaved-guard.tsx'
import { acceptedPictures, type ChosenPicture, usePictureInput } from '#web/ui/picture-input/chosen-picture.ts'
import { useMember } from '../account-layout.tsx'
import { accountQuery, avatarName } from '../api.ts'
import { SectionSkeleton } from '../skeletons.tsx'
import { readProfile, removeAvatar, replaceAvatar, saveBio, useProfileChanged } from './api.ts'

/** `/account/profil`: what others see of a member. */
export function ProfileEditPage() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(accountQuery(user.id))
  return (
    <>
      <PageHead title="Profil" intro="Das sehen alle anderen von dir." />
      {isError && !data && (
        <ErrorState title="Dein Profil konnte nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!isError && !data && <SectionSkeleton label="Dein Profil wird geladen" />}
      {data && (
        <div className="page-grid">
          <section aria-labelledby="bild" className="lg:col-span-5">
            <SectionHead id="bild" title="Bild" />
            <AvatarEditor profile={data.profile} />
          </section>
          <section aria-labelledby="text" className="lg:col-span-7">
            <SectionHead id="text" title="Name und Bio" />
            {/* The key is the account, so that typed text survives a refetch of the profile. */}
            <ProfileForm key={data.profile.id} profile={data.profile} />
          </section>
        </div>
      )}
    </>
  )
}

const AvatarCropDialog = lazy(() =>
  import('#web/ui/picture-input/avatar-crop-dialog.tsx').then((module) => ({ default: module.AvatarCropDialog })),
)

/** Chooses a picture from the device as avatar, or removes the avatar. */
function AvatarEditor({ profile }: { profile: OwnProfile }) {
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const { refusal, choose } = usePictureInput(setPicture)
  const profileChanged = useProfileChanged()
  const uploading = useWrite((act: () => Promise<void>) => act(), { refusals: pictureRefusals })
  const removing = useWrite(async () => {
    await removeAvatar(profile)
    await profileChanged()
    showToast({ title: 'Bild entfernt' })
  })

  const close = () => {
    picture?.release()
    setPicture(null)
  }
  const upload = async (cut: Blob, onProgress: (share: number) => void) => {
    await replaceAvatar(profile, cut, onProgress)
    await profileChanged()
    showToast({ title: 'Neues Bild gespeichert', text: 'Steht dir.' })
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={profile.id} name={avatarName(profile)} src={profile.avatar_url} size={88} />
        <div className="grid justify-items-start gap-2">
          <input ref={input} type="file" accept={acceptedPictures} onChange={choose} hidden aria-label="Bilddatei" />
          <Button onClick={() => input.current?.click()}>
            {profile.avatar_url ? 'Anderes Bild wählen' : 'Bild wählen'}
          </Button>
          {profile.avatar_url && (
            <Button variant="quiet" small onClick={() => void removing.run()} busy={removing.busy}>
              Bild entfernen
            </Button>
          )}
        </div>
      </div>
      <p className="meta">JPG, PNG, WebP, GIF oder AVIF bis 20 MB. Den Ausschnitt wählst du gleich.</p>
      <FormFailure text={refusal ?? removing.failure} />
      {picture && (
        <Suspense fallback={null}>
          <AvatarCropDialog picture={picture} upload={uploading} onUpload={upload} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** Nickname and bio, saved together; only changed fields are sent. */
function ProfileForm({ profile }: { profile: OwnProfile }) {
  const form = useZodForm(profileForm(profile.nickname ?? ''), {
    nickname: profile.nickname ?? '',
    bio: profile.bio ?? '',
  })
  const profileChanged = useProfileChanged()
  /** The bio that the member has seen: what the form was filled with, or what another tab has stored since. */
  const [seen, setSeen] = useState(profile.bio)
  const save = async (nickname: string, bio: string | null) => {
    // Not as the profile is by now: a name that another tab gave must not be taken back by a form that still has the old one.
    const was = form.formState.defaultValues
    const renamed = nickname !== was?.nickname
    if (renamed) await rpc('set_nickname', { p_nickname: nickname })
    if (bio !== (was?.bio || null)) setSeen((await saveBio(bio, seen)).bio)
    form.reset(form.getValues())
    await profileChanged()
    const text = renamed && profile.slug ? `${memberPath(profile.slug)} führt weiter zu dir.` : undefined
    showToast({ title: 'Profil gespeichert', ...(text ? { text } : {}) })
  }
  const write = useWrite(({ nickname, bio }: { nickname: string; bio: string }) =>
    save(nickname, bio || null).catch(async (error: unknown) => {
      if (refusalOf(error) === 'changed_meanwhile') {
        const { bio: stored } = await readProfile()
        setSeen(stored)
        form.showErrors({ bio: changedBio(stored) })
        return
      }
      if (!refusalOf(error).startsWith('nickname_')) throw error
      form.showErrors({ nickname: failureText(error) })
    }),
  )
  const { nickname, bio } = form.watch()
  const state = useNicknameState(nickname, form.formState.defaultValues?.nickname)
  const refusal = state.kind === 'refused' ? state.text : null
  const known = state.kind === 'free' || state.kind === 'unknown' ? nicknameTexts[state.kind] : ''
  // Said at the field, which gets the focus.
  const submit = form.formProps((fields) => (refusal ? form.showErrors({ nickname: refusal }) : write.run(fields)))
  return (
    <form {...submit} className="grid max-w-140 gap-5">
      <TextField
        label="Nickname"
        autoComplete="nickname"
        spellCheck={false}
        hint={<NicknameHint nickname={nickname} own={profile.nickname} known={known} />}
        counter={{ used: textLength(nickname), max: nicknameMax }}
        {...form.input('nickname')}
        error={form.errorOf('nickname') ?? refusal}
      />
      <TextAreaField
        label="Bio"
        rows={5}
        hint="Was guckst du, wen verteidigst du?"
        counter={{ used: textLength(bio), max: bioMax }}
        {...form.input('bio')}
      />
      <FormFooter action={write} submit="Speichern" working="Wird gespeichert …" />
      <UnsavedGuard isUnsaved={form.isUnsaved && !write.busy} />
    </form>
  )
}

const changedBio = (stored: string | null) =>
  `Inzwischen hast du woanders ${stored ? `eine andere Bio gespeichert: „${stored}“` : 'deine Bio entfernt'}. Speicher noch einmal, wenn diese hier gelten soll.`

type HintProps = { nickname: string; own: string | null; known: string }

/** What is known of the nickname; the rules while that is nothing. */
function NicknameHint({ nickname, own, known }: HintProps) {
  if (nickname === own && /^[._]|[._]$/.test(nickname))
    return (
      <span>
        Nimm lieber einen Namen ohne Punkt oder Unterstrich am Rand: Sonst gehen Erwähnungen leicht an jemand anderen.
      </span>
    )
  return <span aria-live="polite">{known || '3 bis 20 Zeichen. Alte Adressen leiten weiter.'}</span>
}
