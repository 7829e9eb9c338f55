import { androidManifest, type Finding, type Tree, textOf, wrong } from '../tree.ts'

const res = 'native/android/app/src/main/res'
const icons = 'native/ios/App/App/Assets.xcassets/AppIcon.appiconset'

/** Kinds of resources that are files of their own; the others are entries of `values`. */
const inFiles = ['drawable', 'mipmap', 'xml', 'layout']
/** Written by Gradle (build.gradle), or of a library. */
const elsewhere = new Set(['string/app_name', 'style/Theme.SplashScreen'])

/** What manifest and resources refer to is there: Gradle would say so at the end of a build only. */
function androidReferences(tree: Tree): Finding[] {
  const files = tree.list(res)
  const texts = [androidManifest, ...files.filter((file) => file.endsWith('.xml'))]
  const values = files.filter((file) => /\/values[^/]*\//.test(file)).map((file) => textOf(tree, file))
  const exists = (kind: string, name: string) =>
    inFiles.includes(kind)
      ? files.some((file) => new RegExp(`/${kind}[^/]*/${name}\\.\\w+$`).test(file)) ||
        values.some((text) => text.includes(`<${kind} name="${name}"`))
      : values.some((text) => text.includes(`<${kind} name="${name}"`))
  return texts.flatMap((file) =>
    [...textOf(tree, file).matchAll(/"@(\w+)\/([\w.]+)"|>@(\w+)\/([\w.]+)</g)].flatMap(([, a, b, c, d]) => {
      const [kind = '', name = ''] = [a ?? c, b ?? d]
      return elsewhere.has(`${kind}/${name}`) || exists(kind, name)
        ? []
        : [wrong(`${file}: @${kind}/${name} gibt es nicht.`)]
    }),
  )
}

/** Of a PNG, by its header: whether it can be seen through. The App Store refuses such an icon. */
const hasAlpha = (png: Buffer | undefined) => png !== undefined && [4, 6].includes(png[25] ?? 0)

export const checkResources = (tree: Tree): Finding[] => [
  ...androidReferences(tree),
  ...tree
    .list(icons)
    .filter((file) => file.endsWith('.png') && hasAlpha(tree.bytes(file)))
    .map((file) => wrong(`${file} ist durchsichtig: Der App Store nimmt kein solches Zeichen (npm run native:icons).`)),
]
