import { starName } from '@hot/domain/star/name'
import type { StarFields } from '@hot/domain/star/star-form'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { acceptedPictures, type ChosenPicture } from '#web/ui/picture-input/chosen-picture.ts'
import { usePictureInput } from '#web/ui/picture-input/use-picture-input.ts'
import { useWrite } from '../kit/write.ts'
import type { StarPicture, StoredStar } from './api.ts'

const AvatarCropDialog = lazy(() =>
  import('#web/ui/picture-input/avatar-crop-dialog.tsx').then((module) => ({ default: module.AvatarCropDialog })),
)

type Props = {
  stored: StoredStar
  fields: StarFields
  picture: StarPicture
  onChange: (picture: StarPicture) => void
}

/** The star as lists will show it: picture, else initials, and the display name. Uploaded when the form is saved. */
export function StarPictureField({ stored, fields, picture, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const { refusal, choose } = usePictureInput(setChosen)
  const cutting = useWrite((cut: () => Promise<void>) => cut(), { affects: [] })
  const preview = picture.state === 'new' ? picture.preview : null
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const close = () => {
    chosen?.release()
    setChosen(null)
  }
  const take = async (blob: Blob) => onChange({ state: 'new', blob, preview: URL.createObjectURL(blob) })
  const shown = picture.state === 'kept' ? stored.avatar_url : preview
  const name = starName(fields)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={stored.id ?? 'neu'} name={name} src={shown} size={88} key={shown} />
        <div className="grid justify-items-start gap-2">
          <p className="type-h3">{name}</p>
          <div className="flex flex-wrap gap-2">
            <input ref={input} type="file" accept={acceptedPictures} onChange={choose} hidden aria-label="Bilddatei" />
            <Button small onClick={() => input.current?.click()}>
              {shown ? 'Anderes Bild wählen' : 'Bild wählen'}
            </Button>
            {shown && (
              <Button variant="quiet" small onClick={() => onChange({ state: 'removed' })}>
                Bild entfernen
              </Button>
            )}
          </div>
          <p className="meta">JPG, PNG, WebP, GIF oder AVIF bis 20 MB.</p>
        </div>
      </div>
      <FormFailure text={refusal} />
      {chosen && (
        <Suspense fallback={null}>
          <AvatarCropDialog picture={chosen} upload={cutting} onUpload={take} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
