import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Progress } from '../feedback/loading.tsx'
import { FormFailure } from '../forms/form-footer.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import {
  type Crop,
  centredCrop,
  cropByKey,
  cropPlacement,
  cropSide,
  maxZoom,
  movedCrop,
  type PictureSize,
  zoomedCrop,
} from './avatar-crop.ts'
import { type ChosenPicture, cutOut } from './chosen-picture.ts'
import './crop-stage.css'

type DialogProps = {
  picture: ChosenPicture
  /** The result of the caller's `useWrite`. */
  upload: { busy: boolean; failure: string | null; run: (act: () => Promise<void>) => Promise<boolean> }
  onUpload: (picture: Blob, onProgress: (share: number) => void) => Promise<void>
  onClose: () => void
}

/** Crops a picture to an avatar and uploads it. */
export function AvatarCropDialog({ picture, upload, onUpload, onClose }: DialogProps) {
  const hint = useId()
  const zoomId = useId()
  const [crop, setCrop] = useState(() => centredCrop(picture.size))
  const [sent, setSent] = useState(0)
  const zoomMax = maxZoom(picture.size)

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
      {zoomMax > 1 && (
        <div className="field">
          <label htmlFor={zoomId}>Zoom</label>
          <input
            id={zoomId}
            type="range"
            className="h-8 w-full accent-hot"
            min={1}
            max={zoomMax}
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
        <Button variant="hot" onClick={save} busy={upload.busy}>
          {upload.busy ? 'Wird hochgeladen …' : 'Bild übernehmen'}
        </Button>
        <Button onClick={onClose} busy={upload.busy}>
          Abbrechen
        </Button>
      </div>
    </Dialog>
  )
}

type StageProps = { picture: ChosenPicture; crop: Crop; onCrop: (crop: Crop) => void; describedBy: string }

type Point = { x: number; y: number }

const percent = (share: number) => `${share * 100}%`
const distance = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** The position of the crop, for screen readers. */
function placeText(size: PictureSize, { x, y, zoom }: Crop): string {
  const across = Math.round((100 * x) / size.width)
  const down = Math.round((100 * y) / size.height)
  return `Mitte ${across} % von links, ${down} % von oben, Zoom ${Math.round(zoom * 100)} %`
}

/** The picture behind a round window: dragged by finger or mouse, zoomed by pinching, moved and zoomed by keys. */
function CropStage({ picture, crop, onCrop, describedBy }: StageProps) {
  const pointers = useRef(new Map<number, Point>())
  const { size } = picture

  const press = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const spreadBefore = distance([...pointers.current.values()])
    const after = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, after)
    if (pointers.current.size > 1) {
      const spreadAfter = distance([...pointers.current.values()])
      if (spreadBefore > 0) onCrop(zoomedCrop(size, crop, (crop.zoom * spreadAfter) / spreadBefore))
      return
    }
    const scale = cropSide(size, crop) / event.currentTarget.clientWidth
    onCrop(movedCrop(size, crop, (before.x - after.x) * scale, (before.y - after.y) * scale))
  }
  const release = (event: PointerEvent<HTMLDivElement>) => pointers.current.delete(event.pointerId)
  const key = (event: KeyboardEvent) => {
    const next = cropByKey(size, crop, event.key)
    if (!next) return
    event.preventDefault()
    onCrop(next)
  }

  const { width, height, left, top } = cropPlacement(size, crop)
  return (
    <div
      // A two-dimensional slider, as in colour pickers.
      role="slider"
      aria-label="Bildausschnitt"
      aria-describedby={describedBy}
      aria-valuenow={Math.round((100 * crop.x) / size.width)}
      aria-valuetext={placeText(size, crop)}
      tabIndex={0}
      className="crop-stage"
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={key}
    >
      <img
        src={picture.element.src}
        alt=""
        draggable={false}
        style={{ width: percent(width), height: percent(height), left: percent(left), top: percent(top) }}
      />
    </div>
  )
}
