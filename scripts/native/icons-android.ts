import { drawMark, hotOnPaper, type IconFile, type Mark, splashDark, splashLight } from './mark.ts'

const res = 'android/app/src/main/res'
const head = '<?xml version="1.0" encoding="utf-8"?>\n<!-- Made by `npm run native:icons`. -->\n'

/** Adaptive icons are 108 dp of which launchers show the inner 72, and nothing outside a circle of 66 for certain. */
const adaptive = { size: 108, scale: 0.6 }
/** What stands in the status bar: 24 dp, of which Android keeps a small edge free; only its shape is drawn. */
const small = { size: 24, scale: 0.95 }
/** Android 12's splash shows a circle of 192 dp in a square of 288. */
const splash = { size: 288, scale: 0.5 }

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

/** Also what the plugin shows when it is asked for the splash screen again. */
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
    { file: `${res}/drawable/splash_mark.xml`, content: vector(mark, '@color/hot', splash) },
    { file: `${res}/drawable/splash.xml`, content: splashPicture },
    { file: `${res}/mipmap-anydpi-v26/ic_launcher.xml`, content: adaptiveIcon },
    { file: `${res}/mipmap-anydpi-v26/ic_launcher_round.xml`, content: adaptiveIcon },
    ...Object.entries(densities).flatMap(([density, size]) => [
      { file: `${res}/mipmap-${density}/ic_launcher.png`, content: { svg: square, size } },
      { file: `${res}/mipmap-${density}/ic_launcher_round.png`, content: { svg: round, size } },
    ]),
  ]
}
