import { useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Progress } from '../feedback/loading.tsx'
import { FormFailure } from '../forms/form-failure.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { centredCrop, maxZoom, zoomedCrop } from './avatar-crop.ts'
import { type ChosenPicture, cutOut } from './chosen-picture.ts'
import { CropStage } from './crop-stage.tsx'
import './crop-stage.css'

type Props = {
  picture: ChosenPicture
  /** `useWrite` of the caller. */
  upload: { busy: boolean; failure: string | null; run: (act: () => Promise<void>) => Promise<boolean> }
  onUpload: (picture: Blob, onProgress: (share: number) => void) => Promise<void>
  onClose: () => void
}

/** Chooses the part of a picture that becomes the avatar, and uploads it. */
export function AvatarCropDialog({ picture, upload, onUpload, onClose }: Props) {
  const hint = useId()
  const zoomId = useId()
  const [crop, setCrop] = useState(() => centredCrop(picture.size))
  const [sent, setSent] = useState(0)
  const furthest = maxZoom(picture.size)

  const save = async () => {
    setSent(0)
    const done = await upload.run(async () => onUpload(await cutOut(picture, crop), setSent))
    if (done) onClose()
  }
  return (
    <Dialog open onClose={() => !upload.busy && onClose()} title="Ausschnitt wählen">
      <p id={hint} className="meta">
        Ziehen verschiebt, zwei Finger zoomen. Mit Tasten: Pfeile, Plus und Minus.
      </p>
      <CropStage picture={picture} crop={crop} onCrop={setCrop} describedBy={hint} />
      {furthest > 1 && (
        <div className="field">
          <label htmlFor={zoomId}>Zoom</label>
          <input
            id={zoomId}
            type="range"
            className="h-8 w-full accent-hot"
            min={1}
            max={furthest}
            step={0.01}
            value={crop.zoom}
            onChange={(event) => setCrop(zoomedCrop(picture.size, crop, Number(event.target.value)))}
          />
        </div>
      )}
      <div className="min-h-3" aria-live="polite">
        {upload.busy && <Progress label="Bild wird hochgeladen" done={Math.round(sent * 100)} total={100} />}
      </div>
      <FormFailure text={upload.failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant="hot" onClick={save} disabled={upload.busy}>
          {upload.busy ? 'Wird hochgeladen …' : 'Bild übernehmen'}
        </Button>
        <Button onClick={onClose} disabled={upload.busy}>
          Abbrechen
        </Button>
      </div>
    </Dialog>
  )
}
