import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureHeader } from './picture-header.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 244, g: 63, b: 18, alpha: 0.5 } } })

describe('the header of a real picture', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('has type and size of a %s', async (type) => {
    const bytes = await drawn(321, 123).toFormat(type).toBuffer()
    expect(pictureHeader(bytes)).toEqual({ type, width: 321, height: 123 })
  })

  test('has them for every kind of WebP', async () => {
    const lossless = await drawn(70, 90).webp({ lossless: true }).toBuffer()
    const opaque = await drawn(70, 90).flatten().webp().toBuffer()
    expect(pictureHeader(lossless)).toEqual({ type: 'webp', width: 70, height: 90 })
    expect(pictureHeader(opaque)).toEqual({ type: 'webp', width: 70, height: 90 })
  })

  test('is found after the metadata of a camera', async () => {
    const bytes = await drawn(50, 60)
      .flatten()
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'x'.repeat(3000) } })
      .toBuffer()
    expect(pictureHeader(bytes)).toEqual({ type: 'jpeg', width: 50, height: 60 })
  })
})

describe('a file that is not a picture', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  test.each([
    ['an SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['an empty file', new Uint8Array()],
    ['a cut-off JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x00])],
    ['a cut-off PNG', bytesOf('\x89PNG')],
    ['a PDF', bytesOf('%PDF-1.7 …')],
  ])('is refused: %s', (_, bytes) => {
    expect(pictureHeader(bytes)).toBeNull()
  })
})
