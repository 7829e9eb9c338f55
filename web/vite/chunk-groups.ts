type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null }

/** The part of a route that loads with its page, and the route's name (`stars.index`). Members' areas aside. */
const guestPage =
  /\/src\/routes\/((?!account|admin|auth|invite|trashtalk\.(?:erstellen|bearbeiten))[^?]*)\.tsx\?tsr-split/

/** All modules that import a module statically, directly or not, itself included. */
function importersOf(id: string, modules: Modules): readonly string[] {
  const seen = new Set([id])
  for (const at of seen) for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer)
  return [...seen]
}

/** The pages that need a module as soon as a guest opens them. */
const pagesOf = (id: string, modules: Modules): readonly string[] => [
  ...new Set(importersOf(id, modules).flatMap((at) => guestPage.exec(at)?.[1] ?? [])),
]

/**
 * Sections of the site whose pages show much of the same. Code that only such a family needs stays out of the file that
 * all pages share. The start page shows some of everything and belongs to none.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  catalogue: ['stars', 'formate', 'kalender'],
  charts: ['charts'],
  talk: ['trashtalk', 'user'],
}

const sectionOf = (page: string): string => page.split('.')[0] ?? page

const familyOf = (section: string): string | undefined =>
  Object.keys(families).find((family) => families[family]?.includes(section))

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

/** The file of a module that guests' pages need: that of all pages, of a family, of a section, or of its only page. */
function fileOf(id: string, modules: Modules): { of: 'all' | 'family' | 'section' | 'page'; name: string } | null {
  const pages = pagesOf(id, modules)
  const [page] = pages
  if (page === undefined) return null
  if (pages.length === 1) return { of: 'page', name: page }
  const [section, ...others] = unique(pages.map(sectionOf))
  if (section !== undefined && others.length === 0) return { of: 'section', name: section }
  const [family, ...more] = unique([section, ...others].flatMap((it) => (it && familyOf(it)) ?? []))
  return family !== undefined && more.length === 0 ? { of: 'family', name: family } : { of: 'all', name: 'shared' }
}

const isInFirstFile = (id: string, modules: Modules): boolean =>
  importersOf(id, modules).some((at) => /\/src\/(client|routeTree\.gen)\.tsx?$/.test(at))

const isOnDemand = (id: string, modules: Modules): boolean =>
  pagesOf(id, modules).length === 0 && !isInFirstFile(id, modules)

const source = /\/(web|domain)\/src\/|\/lucide-react\//
const libraries = /\/src\/client\.tsx|\/node_modules\/(react|react-dom|scheduler|@tanstack|seroval)\//

/** Bundles the sign-in dialog and page, which otherwise become thirty tiny files. */
const signIn = {
  debugName: 'sign-in',
  name: (id: string, modules: Modules) => (isOnDemand(id, modules) ? 'sign-in' : null),
  test: /\/src\/features\/sign-in\//,
  minShareCount: 2,
  priority: 0,
}

const guestFile = (of: 'all' | 'family' | 'section' | 'page', priority: number) => ({
  debugName: of,
  name: (id: string, modules: Modules) => {
    const file = fileOf(id, modules)
    return file?.of === of ? file.name : null
  },
  test: source,
  priority,
})

/**
 * A page loads up to five files: the libraries, and code of all pages, of its family, its section and its own. On a
 * mobile connection a request costs more than the bytes that smaller files would save. The shells read files from the
 * device. A group also takes what its modules import, so those that more pages need come first.
 */
export const chunkGroups = (native: boolean) => [
  { name: 'libraries', test: libraries, priority: 5 },
  guestFile('all', 4),
  guestFile('family', 3),
  guestFile('section', 2),
  guestFile('page', 1),
  ...(native ? [] : [signIn]),
]
