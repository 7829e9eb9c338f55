type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null }

/**
 * Routes by the beginning of their names (`stars` has `stars.index` and `stars.voting`): those that guests come to, whose code
 * shares files, and the others, of which none may bring code into those files: members' areas, forms that few need, what
 * only mails link to, the result page of the search. A new route is in one of them (chunk-groups.test.ts).
 */
export const routesOfGuests: readonly string[] = [
  ...[
    'index',
    '$',
    'stars',
    'format',
    'formate',
    'seasons',
    'kalender',
    'news',
    'charts',
    'trashtalk',
    'trash-talk',
    'user',
  ],
  ...['impressum', 'datenschutz', 'community-guidelines', 'barrierefreiheit'],
]
export const otherRoutes: readonly string[] = [
  ...['account', 'admin', 'auth', 'invite-system', 'invites', 'trashtalk.erstellen', 'trashtalk.bearbeiten'],
  ...['es-geht-um-mich', 'kontakt', 'melden', 'abbestellen', 'suche'],
]

export const isBelow = (route: string, beginning: string): boolean =>
  route === beginning || route.startsWith(`${beginning}.`)

/** The part of a route that loads with its page, and the name of the route (`stars.index`). */
const partOfRoute = /\/src\/routes\/([^?]*)\.tsx\?tsr-split/

/** The page that guests open and whose part this module is. */
function guestPageOf(id: string): string | undefined {
  const route = partOfRoute.exec(id)?.[1]
  return route === undefined || otherRoutes.some((other) => isBelow(route, other)) ? undefined : route
}

/** All modules that import a module statically, directly or not, itself included. */
function importersOf(id: string, modules: Modules): readonly string[] {
  const seen = new Set([id])
  for (const at of seen) for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer)
  return [...seen]
}

/** The pages that need a module as soon as a guest opens them. */
const pagesOf = (id: string, modules: Modules): readonly string[] => [
  ...new Set(importersOf(id, modules).flatMap((at) => guestPageOf(at) ?? [])),
]

/**
 * Sections of the site whose pages show much of the same, smallest family first. Code that only one family needs stays
 * out of the file that all pages share. The start page shows some of everything and belongs to none.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  charts: ['charts'],
  legal: ['impressum', 'barrierefreiheit', 'datenschutz', 'community-guidelines'],
  talk: ['trashtalk', 'user'],
  programme: ['formate', 'kalender'],
  catalogue: ['stars', 'formate', 'kalender'],
}

/** Pages of a section that share one file, whose code its other pages do not need. */
const together: Readonly<Record<string, readonly string[]>> = {
  'trashtalk.lists': ['trashtalk.index', 'trashtalk.$kind.index'],
  'charts.members': ['charts.community.karma-champs', 'charts.community.meinungsmacher'],
}

const sectionOf = (page: string): string => page.split('.')[0] ?? page

const inFamilies = new Set(Object.values(families).flat())

/** The smallest family that all these sections belong to. */
const familyOf = (sections: readonly string[]): string | undefined =>
  Object.keys(families).find((family) => sections.every((section) => families[family]?.includes(section)))

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

/** The file that every page loads, and that starts the app. */
const first = 'libraries'

/** Every page loads it a little later, with all that it imports. */
const everyPageLater = /\/src\/app\/shell\/footer\.tsx/

/** The file of a module that guests' pages need: that of all pages, of a family, of a section, or of its only page. */
function fileOf(id: string, modules: Modules): { of: 'all' | 'family' | 'section' | 'page'; name: string } | null {
  const pages = pagesOf(id, modules)
  const [page] = pages
  if (page === undefined) return null
  if (importersOf(id, modules).some((at) => everyPageLater.test(at))) return { of: 'all', name: first }
  if (pages.length === 1) return { of: 'page', name: page }
  const [name] = Object.entries(together).find(([, those]) => pages.every((it) => those.includes(it))) ?? []
  if (name !== undefined) return { of: 'page', name }
  const sections = unique(pages.map(sectionOf))
  const [section, ...others] = sections
  if (section !== undefined && others.length === 0) return { of: 'section', name: section }
  const ofFamilies = sections.filter((it) => inFamilies.has(it))
  const family = ofFamilies.length > 0 ? familyOf(ofFamilies) : undefined
  return family === undefined ? { of: 'all', name: first } : { of: 'family', name: family }
}

const isInFirstFile = (id: string, modules: Modules): boolean =>
  importersOf(id, modules).some((at) => /\/src\/(client|routeTree\.gen)\.tsx?$/.test(at))

const isOnDemand = (id: string, modules: Modules): boolean =>
  pagesOf(id, modules).length === 0 && !isInFirstFile(id, modules)

const source = /\/(web|domain)\/src\/|\/lucide-react\//
/** And the questions about stars: a few bytes that charts, the voting and the file of members need. */
const libraries =
  /\/src\/client\.tsx|\/star\/hot-score\.ts|\/node_modules\/(react|react-dom|scheduler|@tanstack|seroval)\//

const shared = (name: string, test: RegExp) => ({
  debugName: name,
  name: (id: string, modules: Modules) =>
    isInFirstFile(id, modules) || fileOf(id, modules)?.of === 'all' ? null : name,
  test,
  priority: 4,
})

/**
 * What the first request of a page and its first overlay need, loaded on demand by most pages. A group takes what its
 * modules import: without these two, a search would load the whole sign-in for its transport.
 */
const requests = shared(
  'requests',
  /\/src\/lib\/api\/(transport\/(?!rest-client)|rpc\/call)|\/session\/access-token|\/contract\/rpcs\.ts/,
)
const overlays = shared(
  'overlays',
  /\/src\/ui\/overlays\/overlay-history|\/src\/lib\/api\/rpc\/(failure-text|use-write)/,
)

/** What every page loads when it is idle: one file instead of three. */
const later = {
  debugName: 'later',
  name: (id: string, modules: Modules) => (isOnDemand(id, modules) ? 'later' : null),
  test: /\/src\/app\/(shell\/footer|start\/(start-later|app-modal-due)|service-worker\/register-later)\.|\/icons\/smartphone\./,
  priority: 4,
}

/**
 * The table of charts, which the menu of wide screens loads: in a shell it lies in the first file, because all code of the
 * charts would come along. A file of its own would cost the charts of the site more than the menu saves.
 */
const chartTableOfShells = {
  debugName: 'chart-table',
  name: first,
  test: /\/domain\/src\/chart\/entries\.ts/,
  priority: 6,
}

/**
 * What every page of a member loads beside its own: the session, the bell, the menu of the account and what is sent later.
 * One file instead of forty. Guests load it when they sign in.
 */
const ofMembers =
  /\/src\/(app\/member\/|app\/shell\/menus\/member-menu|app\/start\/session-reactions|features\/notifications\/notification-menu|lib\/auth\/(session|viewer)\/|lib\/api\/transport\/rest-client)|\/node_modules\/@supabase\/(auth-js|postgrest-js)\//

/** What a page of guests and the file of members need: in a file of its own, or members would load the page. */
const common = {
  debugName: 'common',
  name: (id: string, modules: Modules) =>
    isOnDemand(id, modules) || isInFirstFile(id, modules) || fileOf(id, modules)?.of === 'all' ? null : 'common',
  test: /\/domain\/src\/(moderation\/case-rules|post\/stickers|member\/mention)\.ts|\/src\/entities\/(post\/content-requests|comment\/api)\./,
  priority: 4,
}

/** The reasons of a report: for the bell of members, and for the dialog that guests open too. Too little for a file of its own. */
const reasons = {
  debugName: 'reasons',
  name: common.debugName,
  test: /\/domain\/src\/moderation\/report-rules\.ts/,
  priority: 4,
}

const onDemand = (name: string, test: RegExp, priority: number) => ({
  debugName: name,
  name: (id: string, modules: Modules) => (isOnDemand(id, modules) ? name : null),
  test,
  priority,
})

/**
 * Files of parts that come on demand, each with all that it imports and an earlier one does not have: dialogs, forms, what is
 * chosen by a press and sent later, what follows a thread, what members do there. Guests need some of them, so that none
 * of them may lie in the file of members.
 */
const parts = [
  onDemand('dialogs', /\/src\/ui\/overlays\/dialog\.tsx/, 0.96),
  onDemand('schemas', /\/node_modules\/zod\/v4\/mini\//, 0.95),
  onDemand('forms', /\/src\/ui\/forms\/use-zod-form\.ts/, 0.94),
  onDemand('combobox', /\/src\/ui\/forms\/(use-)?combobox/, 0.93),
  onDemand(
    'comments',
    /\/src\/(features\/comments\/(comment-list|comment-tools|open-form)|entities\/comment\/comment-layout)/,
    0.91,
  ),
  onDemand('choices', /\/src\/(lib\/offline\/queued-writes|entities\/post\/(post-cache|reactions\/post-choices))/, 0.9),
  onDemand('thread', /\/src\/entities\/comment\/comment-(cache|news)/, 0.88),
  onDemand('member', ofMembers, 0.8),
  onDemand(
    'talking',
    /\/src\/(features\/comments\/(member-tools|live-comments|focus-comment|write\/)|entities\/comment\/comment-(writes|reactions)|features\/posts\/live-post)/,
    0.7,
  ),
]

/** Bundles the sign-in dialog and page, which otherwise become thirty tiny files. */
const signIn = {
  debugName: 'sign-in',
  name: (id: string, modules: Modules) => (isOnDemand(id, modules) ? 'sign-in' : null),
  test: /\/src\/features\/sign-in\//,
  minShareCount: 2,
  priority: 0,
}

/** Libraries, and code of pages without a family in common: a file of its own compresses worse. */
const firstFile = {
  debugName: first,
  name: (id: string, modules: Modules) => (libraries.test(id) || fileOf(id, modules)?.of === 'all' ? first : null),
  test: (id: string) => libraries.test(id) || source.test(id),
  priority: 5,
}

const guestFile = (of: 'family' | 'section' | 'page', priority: number) => ({
  debugName: of,
  name: (id: string, modules: Modules) => {
    const file = fileOf(id, modules)
    return file?.of === of ? file.name : null
  },
  test: source,
  priority,
})

/**
 * A page loads up to five files: the first, and code of its families, its section and its own. On a mobile connection a
 * request costs more than the bytes that smaller files would save. The shells read files from the device. A group also
 * takes what its modules import, so those that more pages need come first.
 */
export const chunkGroups = (native: boolean) => [
  ...(native ? [chartTableOfShells] : []),
  firstFile,
  guestFile('family', 3),
  guestFile('section', 2),
  guestFile('page', 1),
  ...(native ? [] : [requests, overlays, common, reasons, later, ...parts, signIn]),
]
