import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

export type FileToChoose = { name: string; mimeType: string; buffer: Buffer }

/** A photo with metadata that must not be published: its location. */
export async function photo(width: number, height: number): Promise<FileToChoose> {
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#f43f12' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'geheimes Zuhause' } })
    .toBuffer()
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
}

export const svgWithScript: FileToChoose = {
  name: 'bild.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>',
  ),
}

/** The first bytes of a HEIC file (ISO/IEC 23008-12): a box `ftyp` of the brand `heic`. */
export const photoOfAnIphone: FileToChoose = {
  name: 'IMG_0001.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]),
}

export const pageAsPicture: FileToChoose = {
  name: 'bild.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([length, body, sum])
}

/** A valid PNG of a few kilobytes that decodes to 20,000 × 20,000 pixels. */
export function bomb(): FileToChoose {
  const edge = 20_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([1, 0, 0, 0, 0], 8) // 1 bit per pixel, grey
  const rows = deflateSync(Buffer.alloc((1 + edge / 8) * edge), { level: 9 })
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name: 'bombe.png', mimeType: 'image/png', buffer }
}
