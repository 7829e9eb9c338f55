import type { PictureSize } from './avatar-crop.ts'

export type PictureHeader = PictureSize & { type: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' }

/** Bytes to read for the size in every format; in a JPEG, preview and colour profile come first. */
export const headerBytes = 256 * 1024

const textAt = (view: DataView, at: number, length: number): string => {
  if (at + length > view.byteLength) return ''
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))
}

/**
 * Type and size of a picture from the first bytes of its file; null if it is no picture that members may upload. Read
 * before decoding: a small file can decode to gigabytes, and its name and declared type prove nothing.
 */
export function pictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? avif(view) ?? jpeg(view)
  } catch (error) {
    // Reading past the end: the file is truncated before its size.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** W3C PNG, 5.2 signature and 11.2.2 IHDR. */
function png(view: DataView): PictureHeader | null {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n') return null
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** GIF89a, 18 logical screen descriptor. */
function gif(view: DataView): PictureHeader | null {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6))) return null
  return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** RFC 9649: lossy (VP8), lossless (VP8L) and extended (VP8X). */
function webp(view: DataView): PictureHeader | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null
  const kind = textAt(view, 12, 4)
  if (kind === 'VP8 ')
    return { type: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { type: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (kind !== 'VP8X') return null
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  return { type: 'webp', width: 1 + uint24(24), height: 1 + uint24(27) }
}

/** ISO/IEC 23008-12, ImageSpatialExtentsProperty: the largest one, because thumbnails and tiles have one too. */
function avif(view: DataView): PictureHeader | null {
  if (textAt(view, 4, 4) !== 'ftyp' || !/avi[fs]/.test(textAt(view, 8, Math.min(64, view.getUint32(0) - 8))))
    return null
  let size: PictureSize | null = null
  for (let at = 16; at < Math.min(view.byteLength - 16, 16_384); at++) {
    if (textAt(view, at, 4) !== 'ispe') continue
    const found = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (!size || found.width * found.height > size.width * size.height) size = found
  }
  return size && { type: 'avif', ...size }
}

/** ITU-T T.81, B.2.2: segments up to the frame header (SOF0–SOF15 without DHT, JPG, DAC). */
function jpeg(view: DataView): PictureHeader | null {
  if (view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
