import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { UploadRefusal } from './upload-refusal.ts'

/** Pictures a browser may upload. SVG is a document with scripts, not a picture. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024
/** A small file can unfold to gigabytes: refused before it is decoded. */
export const MAX_PIXELS = 24_000_000
/** No page shows a picture larger than this. */
const MAX_EDGE = 1600
const QUALITY = 82

const unreadable = () =>
  new UploadRefusal(415, 'invalid_mime_type', 'mime type is not supported: not a readable picture')

/**
 * The picture as WebP without metadata, upright, at most 1600 px wide or high. What the bytes are decides, never the
 * declared type: a page or script in disguise does not survive being decoded and written anew.
 */
export async function asWebp(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.byteLength > MAX_IMAGE_BYTES)
    throw new UploadRefusal(413, 'Payload too large', 'The object exceeded the maximum allowed size')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED.has(type.mime))
    throw new UploadRefusal(415, 'invalid_mime_type', `mime type ${type?.mime ?? 'unknown'} is not supported`)
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    return await picture
      .rotate()
      .resize(MAX_EDGE, MAX_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch {
    throw unreadable() // sharp's words name its inner workings; the person learns that the file is no picture
  }
}
