import { type ChangeEvent, useState } from 'react'
import { formatCount } from '../data/format-number.ts'
import { avatarEdge, type Crop, cropSource, type PictureSize } from './avatar-crop.ts'
import { headerBytes, pictureHeader } from './picture-header.ts'

/** A picture from the device, decoded. `release` frees its memory. */
export type ChosenPicture = { element: HTMLImageElement; size: PictureSize; release: () => void }

export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
const maxFileBytes = 20 * 1024 * 1024
/** Phones take pictures of up to 50 megapixels, 200 MB when decoded; more crashes small devices. */
const maxPixels = 50_000_000
const minEdge = 64

/** Why a file cannot be used; the message is shown to the person. */
class PictureRefusal extends Error {}

const unreadable = () =>
  new PictureRefusal('Das ist kein Bild, das wir lesen können. Nimm ein Foto als JPG, PNG, WebP, GIF oder AVIF.')

/** ISO base media file format, box `ftyp`: what iPhones store photos as, and browsers other than Safari do not read. */
const isHeic = (head: Uint8Array) =>
  /^ftyp(heic|heix|hevc|heim|heis|mif1|msf1)$/.test(String.fromCharCode(...head.subarray(4, 12)))

const heic = () =>
  new PictureRefusal(
    'Das ist ein HEIC-Foto, wie es iPhones speichern. Teil es als JPG, oder stell auf dem iPhone unter „Kamera“, „Formate“ auf „Maximale Kompatibilität“ und nimm es noch einmal auf.',
  )

function checkSize({ width, height }: PictureSize): void {
  const points = `${formatCount(width)} × ${formatCount(height)}`
  if (width * height > maxPixels)
    throw new PictureRefusal(
      `Das Bild ist mit ${points} Punkten zu groß. Nimm eins mit höchstens 50 Millionen Punkten.`,
    )
  if (Math.min(width, height) < minEdge)
    throw new PictureRefusal(`Das Bild ist mit ${points} Punkten zu klein. Nimm eins ab ${minEdge} × ${minEdge}.`)
}

/** Reads a file as a picture, checking its header first. Throws PictureRefusal. */
async function openPicture(file: File): Promise<ChosenPicture> {
  if (file.size > maxFileBytes) throw new PictureRefusal('Die Datei ist größer als 20 MB. Nimm eine kleinere.')
  const head = new Uint8Array(await file.slice(0, headerBytes).arrayBuffer())
  const header = pictureHeader(head)
  if (!header) throw isHeic(head) ? heic() : unreadable()
  checkSize(header)
  const url = URL.createObjectURL(file)
  const element = new Image()
  element.src = url
  try {
    await element.decode()
  } catch {
    URL.revokeObjectURL(url)
    throw unreadable()
  }
  if (handsOutNoise()) {
    URL.revokeObjectURL(url)
    throw scrambled()
  }
  // The size as displayed: cameras may store a picture rotated.
  const size = { width: element.naturalWidth, height: element.naturalHeight }
  return { element, size, release: () => URL.revokeObjectURL(url) }
}

/** The cut-out as a small WebP (PNG where the browser writes no WebP); the server checks and re-encodes it. */
export function cutOut({ element, size }: ChosenPicture, crop: Crop): Promise<Blob> {
  const { x, y, side } = cropSource(size, crop)
  const edge = Math.min(avatarEdge, Math.round(side))
  return drawn({ width: edge, height: edge }, (context) =>
    context.drawImage(element, x, y, side, side, 0, 0, edge, edge),
  )
}

/** A size that fits into a square of `edge` px; never enlarged. */
export function fitted(size: PictureSize, edge: number): PictureSize {
  const scale = Math.min(1, edge / Math.max(size.width, size.height))
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) }
}

/** The whole picture as WebP, at most `edge` px wide and high; never enlarged. */
export function shrunk({ element, size }: ChosenPicture, edge: number): Promise<Blob> {
  const { width, height } = fitted(size, edge)
  return drawn({ width, height }, (context) => context.drawImage(element, 0, 0, width, height))
}

const sampleColour = [200, 29, 62] as const
/** Private windows change a few values by one; colours are off by this much only where noise is all that comes back. */
const toleratedNoise = 24

/** Firefox with `privacy.resistFingerprinting`, as Tor has it, hands out noise in place of what was drawn. */
function handsOutNoise(): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 8
  const context = canvas.getContext('2d')
  if (!context) throw unreadable()
  context.fillStyle = `rgb(${sampleColour.join()})`
  context.fillRect(0, 0, 8, 8)
  const { data } = context.getImageData(0, 0, 8, 8)
  return data.some((value, at) => Math.abs(value - (sampleColour[at % 4] ?? 255)) > toleratedNoise)
}

const scrambled = () =>
  new PictureRefusal(
    'Dein Browser gibt Bilder nur verfälscht heraus, damit dich niemand wiedererkennt. Erlaub ihm für HoT, Bilder auszulesen (Canvas), oder nimm dafür einen anderen Browser.',
  )

async function drawn(size: PictureSize, draw: (context: CanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) throw unreadable()
  context.imageSmoothingQuality = 'high'
  draw(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
  if (!blob) throw unreadable()
  return blob
}

type PictureInput = {
  /** Why the last file was refused, in German. */
  refusal: string | null
  /** For `onChange` of the file input. */
  choose: (event: ChangeEvent<HTMLInputElement>) => Promise<void>
}

/** A file input for pictures. `take` has to release the picture; a PictureRefusal that it throws is shown too. */
export function usePictureInput(take: (picture: ChosenPicture) => Promise<void> | void): PictureInput {
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose: PictureInput['choose'] = async (event) => {
    const file = event.target.files?.[0]
    // Reset, so that the same file can be chosen again after a refusal.
    event.target.value = ''
    if (!file) return
    setRefusal(null)
    try {
      await take(await openPicture(file))
    } catch (error) {
      if (!(error instanceof PictureRefusal)) throw error
      setRefusal(error.message)
    }
  }
  return { refusal, choose }
}
