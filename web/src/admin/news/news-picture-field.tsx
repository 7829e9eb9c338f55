import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { acceptedPictures, shrunk } from '#web/ui/picture-input/chosen-picture.ts'
import { usePictureInput } from '#web/ui/picture-input/use-picture-input.ts'
import type { NewsPicture } from './news-actions.ts'

type Props = { former: string | null; picture: NewsPicture; onChange: (picture: NewsPicture) => void }

/** Twice the largest news picture on any page would be 192; previews on other sites want more. */
const longEdge = 1200

/** The picture beside the news; uploaded when the news is saved. */
export function NewsPictureField({ former, picture, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { refusal, choose } = usePictureInput(async (chosen) => {
    const blob = await shrunk(chosen, longEdge).finally(chosen.release)
    onChange({ state: 'new', blob, preview: URL.createObjectURL(blob) })
  })
  const preview = picture.state === 'new' ? picture.preview : null
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const shown = picture.state === 'kept' ? former : preview
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {shown && <LazyImage key={shown} src={shown} width={96} height={72} />}
        <input ref={input} type="file" accept={acceptedPictures} onChange={choose} hidden aria-label="Bilddatei" />
        <Button small onClick={() => input.current?.click()}>
          {shown ? 'Anderes Bild wählen' : 'Bild wählen'}
        </Button>
        {shown && (
          <Button small variant="quiet" onClick={() => onChange({ state: 'removed' })}>
            Bild entfernen
          </Button>
        )}
      </div>
      <FormFailure text={refusal} />
    </div>
  )
}
