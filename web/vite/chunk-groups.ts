type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null }

/** The part of a route that loads with its page, by the section of the site (`stars`, `trashtalk`). Members' areas aside. */
const guestPage =
  /\/src\/routes\/(?!account|admin|auth|invite|trashtalk\.(?:erstellen|bearbeiten))([^.?]*)[^?]*\?tsr-split/

/** All modules that import a module statically, directly or not, itself included. */
function importersOf(id: string, modules: Modules): readonly string[] {
  const seen = new Set([id])
  for (const at of seen) for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer)
  return [...seen]
}

/** The sections whose pages need a module as soon as a guest opens them. */
const sectionsOf = (id: string, modules: Modules): readonly string[] => [
  ...new Set(importersOf(id, modules).flatMap((at) => guestPage.exec(at)?.[1] ?? [])),
]

const isInFirstFile = (id: string, modules: Modules): boolean =>
  importersOf(id, modules).some((at) => /\/src\/(client|routeTree\.gen)\.tsx?$/.test(at))

function sectionOf(id: string, modules: Modules): string | null {
  const [section, another] = sectionsOf(id, modules)
  return section !== undefined && another === undefined ? section : null
}

const isOnDemand = (id: string, modules: Modules): boolean =>
  sectionsOf(id, modules).length === 0 && !isInFirstFile(id, modules)

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

/**
 * A page loads three files: the libraries, code shared by sections, and its section. On a mobile connection a request
 * costs more than the bytes that separate files would save. The shells read files from the device and need no fourth.
 */
export const chunkGroups = (native: boolean) => [
  { name: 'libraries', test: libraries, priority: 3 },
  {
    debugName: 'shared',
    name: (id: string, modules: Modules) => (sectionsOf(id, modules).length > 1 ? 'shared' : null),
    test: source,
    priority: 2,
  },
  { debugName: 'section', name: sectionOf, test: source, priority: 1 },
  ...(native ? [] : [signIn]),
]
