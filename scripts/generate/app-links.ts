/**
 * Which addresses open in the apps, from the app's routes: `domain/src/url/app-pages.ts` and the filter of the Android
 * manifest. With `--check` it only compares.
 */
import fs from 'node:fs'
import path from 'node:path'
import { browserFolders } from '@hot/domain/url/app-links'

const root = path.resolve(import.meta.dirname, '../..')
const routes = path.join(root, 'web/src/routes')
const list = path.join(root, 'domain/src/url/app-pages.ts')
const manifest = path.join(root, 'native/android/app/src/main/AndroidManifest.xml')

/** The address of a route by its file: `formate.$formatSlug.index.tsx` is `/formate/$formatSlug`. */
export const addressOf = (file: string): string =>
  `/${file
    .replace(/\.tsx$/, '')
    .split('.')
    .filter((part) => part !== 'index')
    .join('/')}`

/**
 * Pages, and folders of which every address below opens. What lies below another page, or has a parameter, needs a folder:
 * `/charts/stars` below `/charts`, `/user/$slug`.
 */
export function linksOf(files: readonly string[]): { pages: string[]; folders: string[] } {
  const isPrivate = (page: string) =>
    browserFolders.some((folder) => page === folder || page.startsWith(`${folder}/`)) || page.startsWith('/$')
  const open = [...new Set(files.map(addressOf))].filter((page) => !isPrivate(page)).sort()
  const folderOf = (page: string): string | undefined => {
    const above = open.find((other) => other !== '/' && !other.includes('$') && page.startsWith(`${other}/`))
    return above ? `${above}/` : page.includes('$') ? page.slice(0, page.indexOf('$')) : undefined
  }
  return {
    pages: open.filter((page) => !folderOf(page)),
    folders: [...new Set(open.flatMap((page) => folderOf(page) ?? []))],
  }
}

/** The manifest with these addresses in the filter of the site's links. */
export function inManifest(xml: string, { pages, folders }: ReturnType<typeof linksOf>): string {
  // The address without a slash has an empty path.
  const lines = [
    'path=""',
    ...pages.map((page) => `path="${page}"`),
    ...folders.map((folder) => `pathPrefix="${folder}"`),
  ]
  const host = /(\n *)(<data android:host="\$\{siteHost\}" \/>)(?:\n *<data android:path(?:Prefix)?="[^"]*" \/>)*/
  if (!host.test(xml)) throw new Error(`${manifest} has no filter of the site's links`)
  return xml.replace(host, (_, indent, first) =>
    [indent + first, ...lines.map((line) => `${indent}<data android:${line} />`)].join(''),
  )
}

const listText = ({ pages, folders }: ReturnType<typeof linksOf>) => `\
// Written by \`npm run app-links\` from web/src/routes; edit there.

/** Public pages that open in the apps. */
export const appPages: readonly string[] = [
${pages.map((page) => `  '${page}',\n`).join('')}]

/** Prefixes of URLs that open in the apps, with at least one character after the slash. */
export const appFolders: readonly string[] = [
${folders.map((folder) => `  '${folder}',\n`).join('')}]
`

if (process.argv[1] === import.meta.filename) {
  const links = linksOf(fs.readdirSync(routes).filter((file) => file.endsWith('.tsx') && file !== '__root.tsx'))
  const wanted = new Map([
    [list, listText(links)],
    [manifest, inManifest(fs.readFileSync(manifest, 'utf8'), links)],
  ])
  for (const [file, text] of wanted) {
    if (!process.argv.includes('--check')) fs.writeFileSync(file, text)
    else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
      console.error(`${path.relative(root, file)} is stale: run npm run app-links`)
      process.exitCode = 1
    }
  }
}
