/**
 * `npm run native:icons`: icons and splash pictures of both apps from `web/public/icons/icon.svg`. The outputs are
 * committed; Android draws the logo as vectors, iOS and Android 7 get pixels.
 */
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** Our logo, the wide hot o, on its background; a square of 64. */
export type Mark = { ground: string; hot: string; path: string }

/** One file to write below `native/`: text, or a drawing to rasterize (`size` wide and high). */
export type IconFile = { file: string; content: string | { svg: string; size: number; opaque?: boolean } }

/** Colours of the status bar, which the splash screen shares. */
export const splashLight = '#F6F5E9'
export const splashDark = '#0a0a0a'
/** On the light background the logo has the brand's hot colour; on the dark one its own colour fits already. */
export const hotOnPaper = '#F43F12'

/** Reads the drawing: a square as background, then the logo. Throws when it has another structure. */
export function readMark(svg: string): Mark {
  const [ground, mark] = [...svg.matchAll(/<path\b[^>]*>/g)].map(([tag]) => tag)
  const value = (tag: string | undefined, name: string) => new RegExp(`\\b${name}="([^"]+)"`).exec(tag ?? '')?.[1]
  const [groundFill, fill, path] = [value(ground, 'fill'), value(mark, 'fill'), value(mark, 'd')]
  if (!groundFill || !fill || !path) throw new Error('icon.svg must hold two paths with fill: ground and mark')
  return { ground: groundFill, hot: fill, path }
}

/** The logo in one colour, scaled by `scale` and centred, with or without a background. */
export function drawMark(
  { path }: Mark,
  { fill, scale = 1, ground }: { fill: string; scale?: number; ground?: string },
) {
  const back = ground ? `<path fill="${ground}" d="M0 0h64v64H0z"/>` : ''
  const place = `translate(${32 * (1 - scale)} ${32 * (1 - scale)}) scale(${scale})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${back}<path fill="${fill}" fill-rule="evenodd" transform="${place}" d="${path}"/></svg>`
}

const res = 'android/app/src/main/res'
const head = '<?xml version="1.0" encoding="utf-8"?>\n<!-- Made by `npm run native:icons`. -->\n'

/** Adaptive icons are 108 dp. Launchers show the inner 72 and guarantee only a circle of 66. */
const adaptive = { size: 108, scale: 0.6 }
/** The icon in the status bar: 24 dp, of which Android reserves a small margin; only its shape is drawn. */
const small = { size: 24, scale: 0.95 }
/** Android 12's splash shows a circle of 192 dp in a square of 288. */
const splashMark = { size: 288, scale: 0.5 }

function vector({ path }: Mark, fill: string, { size, scale }: { size: number; scale: number }): string {
  return `${head}<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${size}dp"
    android:height="${size}dp"
    android:viewportWidth="64"
    android:viewportHeight="64">
    <group
        android:pivotX="32"
        android:pivotY="32"
        android:scaleX="${scale}"
        android:scaleY="${scale}">
        <path
            android:fillColor="${fill}"
            android:fillType="evenOdd"
            android:pathData="${path}" />
    </group>
</vector>
`
}

const colors = (entries: Record<string, string>) =>
  `${head}<resources>\n${Object.entries(entries)
    .map(([name, value]) => `    <color name="${name}">${value}</color>\n`)
    .join('')}</resources>\n`

const adaptiveIcon = `${head}<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/icon_ground" />
    <foreground android:drawable="@drawable/icon_mark" />
    <monochrome android:drawable="@drawable/icon_monochrome" />
</adaptive-icon>
`

/** Also shown by the plugin when the app requests the splash screen again. */
const splashPicture = `${head}<layer-list xmlns:android="http://schemas.android.com/apk/res/android">
    <item android:drawable="@color/background" />
    <item
        android:drawable="@drawable/splash_mark"
        android:gravity="center" />
</layer-list>
`

/** Launcher icons of Android 7, in pixels per density. */
const densities = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }

export function androidIcons(mark: Mark): IconFile[] {
  const { ground, hot } = mark
  const square = drawMark(mark, { fill: hot, ground, scale: 0.9 })
  const round = drawMark(mark, { fill: hot, scale: 0.8 }).replace(
    '<path',
    `<circle cx="32" cy="32" r="32" fill="${ground}"/><path`,
  )
  return [
    {
      file: `${res}/values/colors.xml`,
      content: colors({ background: splashLight, hot: hotOnPaper, icon_ground: ground }),
    },
    { file: `${res}/values-night/colors.xml`, content: colors({ background: splashDark, hot }) },
    { file: `${res}/drawable/icon_mark.xml`, content: vector(mark, hot, adaptive) },
    { file: `${res}/drawable/icon_monochrome.xml`, content: vector(mark, '#FFFFFF', adaptive) },
    { file: `${res}/drawable/notification.xml`, content: vector(mark, '#FFFFFF', small) },
    { file: `${res}/drawable/splash_mark.xml`, content: vector(mark, '@color/hot', splashMark) },
    { file: `${res}/drawable/splash.xml`, content: splashPicture },
    { file: `${res}/mipmap-anydpi-v26/ic_launcher.xml`, content: adaptiveIcon },
    { file: `${res}/mipmap-anydpi-v26/ic_launcher_round.xml`, content: adaptiveIcon },
    ...Object.entries(densities).flatMap(([density, size]) => [
      { file: `${res}/mipmap-${density}/ic_launcher.png`, content: { svg: square, size } },
      { file: `${res}/mipmap-${density}/ic_launcher_round.png`, content: { svg: round, size } },
    ]),
  ]
}

const assets = 'ios/App/App/Assets.xcassets'
const info = { author: 'xcode', version: 1 }
const json = (content: object) => `${JSON.stringify({ ...content, info }, null, 2)}\n`

const dark = [{ appearance: 'luminosity', value: 'dark' }]
const tinted = [{ appearance: 'luminosity', value: 'tinted' }]

/** iOS 18: the dark icon has a system background, the tinted one is grey. */
function appIcon(mark: Mark): IconFile[] {
  const folder = `${assets}/AppIcon.appiconset`
  const place = { idiom: 'universal', platform: 'ios', size: '1024x1024' }
  const images = [
    { ...place, filename: 'icon.png' },
    { ...place, filename: 'icon-dark.png', appearances: dark },
    { ...place, filename: 'icon-tinted.png', appearances: tinted },
  ]
  const size = 1024
  return [
    { file: `${folder}/Contents.json`, content: json({ images }) },
    {
      file: `${folder}/icon.png`,
      content: { svg: drawMark(mark, { fill: mark.hot, ground: mark.ground, scale: 0.9 }), size, opaque: true },
    },
    { file: `${folder}/icon-dark.png`, content: { svg: drawMark(mark, { fill: mark.hot, scale: 0.9 }), size } },
    {
      file: `${folder}/icon-tinted.png`,
      content: { svg: drawMark(mark, { fill: '#FFFFFF', ground: '#000000', scale: 0.9 }), size, opaque: true },
    },
  ]
}

/** The logo in the middle of the launch screen, 192 points wide. */
function splash(mark: Mark): IconFile[] {
  const folder = `${assets}/Splash.imageset`
  const looks = [
    { name: 'splash', fill: hotOnPaper, appearances: undefined },
    { name: 'splash-dark', fill: mark.hot, appearances: dark },
  ]
  const files = looks.flatMap(({ name, fill, appearances }) =>
    [1, 2, 3].map((scale) => ({
      entry: {
        idiom: 'universal',
        scale: `${scale}x`,
        filename: `${name}@${scale}x.png`,
        ...(appearances && { appearances }),
      },
      picture: { svg: drawMark(mark, { fill }), size: 192 * scale },
    })),
  )
  return [
    { file: `${folder}/Contents.json`, content: json({ images: files.map(({ entry }) => entry) }) },
    ...files.map(({ entry, picture }) => ({ file: `${folder}/${entry.filename}`, content: picture })),
  ]
}

function component(hex: string, at: number): string {
  return `0x${hex.slice(at, at + 2).toUpperCase()}`
}

const color = (hex: string) => ({
  'color-space': 'srgb',
  components: { alpha: '1.000', red: component(hex, 1), green: component(hex, 3), blue: component(hex, 5) },
})

function splashGround(): IconFile {
  const colors = [
    { idiom: 'universal', color: color(splashLight) },
    { idiom: 'universal', appearances: dark, color: color(splashDark) },
  ]
  return { file: `${assets}/SplashBackground.colorset/Contents.json`, content: json({ colors }) }
}

export const iosIcons = (mark: Mark): IconFile[] => [...appIcon(mark), ...splash(mark), splashGround()]

const root = path.resolve(import.meta.dirname, '../..')
const mark = readMark(fs.readFileSync(path.join(root, 'web/public/icons/icon.svg'), 'utf8'))

for (const { file, content } of [...androidIcons(mark), ...iosIcons(mark)]) {
  const target = path.join(root, 'native', file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  if (typeof content === 'string') fs.writeFileSync(target, content)
  else {
    const picture = sharp(Buffer.from(content.svg), { density: (72 * content.size) / 64 }).resize(content.size)
    // The App Store rejects icons with transparency.
    const drawn = content.opaque ? picture.flatten().removeAlpha() : picture
    await drawn.png({ compressionLevel: 9, palette: !content.opaque }).toFile(target)
  }
  console.info(file)
}
