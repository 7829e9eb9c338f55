import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { z } from 'zod'

const folder = path.resolve(import.meta.dirname, '../../web/public')

const icon = z.strictObject({
  src: z.string().startsWith('/'),
  type: z.enum(['image/png', 'image/svg+xml']),
  sizes: z.string().regex(/^(any|\d+x\d+)$/),
  purpose: z.enum(['any', 'maskable']).optional(),
})
const colour = z.string().regex(/^#[0-9a-f]{6}$/)

/** What browsers (and Lighthouse) require before they offer installation, and what we add. */
const manifest = z
  .strictObject({
    id: z.literal('/'),
    name: z.string().max(45),
    short_name: z.string().max(12),
    description: z.string(),
    lang: z.literal('de'),
    dir: z.literal('ltr'),
    start_url: z.literal('/'),
    scope: z.literal('/'),
    display: z.literal('standalone'),
    background_color: colour,
    theme_color: colour,
    categories: z.array(z.string()),
    icons: z.array(icon),
    shortcuts: z.array(z.strictObject({ name: z.string(), url: z.string().startsWith('/'), icons: z.array(icon) })),
  })
  .parse(JSON.parse(fs.readFileSync(path.join(folder, 'manifest.webmanifest'), 'utf8')))

const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)]

it('every icon exists in its declared size', async () => {
  for (const { src, type, sizes } of icons) {
    const { format, width, height } = await sharp(path.join(folder, src)).metadata()
    expect(type, src).toContain(format)
    if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes)
  }
})

it('has the icons of an installed app: 192 and 512 for any purpose, and a maskable one', () => {
  const sizesFor = (purpose: string) =>
    icons.filter((one) => (one.purpose ?? 'any') === purpose).map((one) => one.sizes)
  expect(sizesFor('any')).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(sizesFor('maskable')).toContain('512x512')
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Kalender', '/kalender'],
    ['Trashtalk', '/trashtalk'],
    ['Stars', '/stars'],
  ])
})

it('the maskable icon has only background outside its safe circle', async () => {
  const { data, info } = await sharp(path.join(folder, 'icons/icon-maskable-512.png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')
  const ground = at(0, 0)
  const centre = info.width / 2
  for (let y = 0; y < info.height; y += 4)
    for (let x = 0; x < info.width; x += 4)
      if (Math.hypot(x - centre, y - centre) > info.width * 0.4) expect(at(x, y), `${x},${y}`).toBe(ground)
})
