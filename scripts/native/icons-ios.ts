import { drawMark, hotOnPaper, type IconFile, type Mark, splashDark, splashLight } from './mark.ts'

const assets = 'ios/App/App/Assets.xcassets'
const info = { author: 'xcode', version: 1 }
const json = (content: object) => `${JSON.stringify({ ...content, info }, null, 2)}\n`

const dark = [{ appearance: 'luminosity', value: 'dark' }]
const tinted = [{ appearance: 'luminosity', value: 'tinted' }]

/** iOS 18: the dark icon lies on the system's ground, the tinted one is grey. */
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

/** The mark in the middle of the launch screen, 192 points wide. */
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
