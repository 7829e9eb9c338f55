import type { OwnProfile } from '@hot/domain/contract/account/account'
import { lazy, Suspense, useRef, useState } from 'react'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { pictureRefusals } from '#web/lib/uploads/upload-picture.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { acceptedPictures, type ChosenPicture } from '#web/ui/picture-input/chosen-picture.ts'
import { usePictureInput } from '#web/ui/picture-input/use-picture-input.ts'
import { removeAvatar, replaceAvatar, useProfileChanged } from './api.ts'

const AvatarCropDialog = lazy(() =>
  import('#web/ui/picture-input/avatar-crop-dialog.tsx').then((module) => ({ default: module.AvatarCropDialog })),
)

/** The picture: choose one from the device, or go back to the initials. */
export function AvatarEditor({ profile }: { profile: OwnProfile }) {
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
        <Avatar id={profile.id} name={profile.nickname ?? 'Neu'} src={profile.avatar_url} size={88} />
        <div className="grid justify-items-start gap-2">
          <input ref={input} type="file" accept={acceptedPictures} onChange={choose} hidden aria-label="Bilddatei" />
          <Button onClick={() => input.current?.click()}>
            {profile.avatar_url ? 'Anderes Bild wählen' : 'Bild wählen'}
          </Button>
          {profile.avatar_url && (
            <Button variant="quiet" small onClick={() => void removing.run()} disabled={removing.busy}>
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
