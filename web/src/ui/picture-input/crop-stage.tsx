import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import {
  type Crop,
  cropByKey,
  cropPlacement,
  cropSide,
  movedCrop,
  type PictureSize,
  zoomedCrop,
} from './avatar-crop.ts'
import type { ChosenPicture } from './chosen-picture.ts'

type Props = { picture: ChosenPicture; crop: Crop; onCrop: (crop: Crop) => void; describedBy: string }

type Point = { x: number; y: number }

const percent = (share: number) => `${share * 100}%`
const distance = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** Where the cut-out stands, for those who do not see it. */
function placeText(size: PictureSize, { x, y, zoom }: Crop): string {
  const across = Math.round((100 * x) / size.width)
  const down = Math.round((100 * y) / size.height)
  return `Mitte ${across} % von links, ${down} % von oben, Zoom ${Math.round(zoom * 100)} %`
}

/** The picture under a round window: dragged by one finger or the mouse, zoomed by two fingers, moved by keys. */
export function CropStage({ picture, crop, onCrop, describedBy }: Props) {
  const fingers = useRef(new Map<number, Point>())
  const { size } = picture

  const press = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const spread = distance([...fingers.current.values()])
    const after = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, after)
    if (fingers.current.size > 1) {
      const wider = distance([...fingers.current.values()])
      if (spread > 0) onCrop(zoomedCrop(size, crop, (crop.zoom * wider) / spread))
      return
    }
    const scale = cropSide(size, crop) / event.currentTarget.clientWidth
    onCrop(movedCrop(size, crop, (before.x - after.x) * scale, (before.y - after.y) * scale))
  }
  const lift = (event: PointerEvent<HTMLDivElement>) => fingers.current.delete(event.pointerId)
  const key = (event: KeyboardEvent) => {
    const next = cropByKey(size, crop, event.key)
    if (!next) return
    event.preventDefault()
    onCrop(next)
  }

  const { width, height, left, top } = cropPlacement(size, crop)
  return (
    <div
      // A slider in two directions, as colour pickers have it.
      role="slider"
      aria-label="Bildausschnitt"
      aria-describedby={describedBy}
      aria-valuenow={Math.round((100 * crop.x) / size.width)}
      aria-valuetext={placeText(size, crop)}
      tabIndex={0}
      className="crop-stage"
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
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
