/** What the floor's browsers lack, by MDN's data on browser compatibility. */
import { floor } from '@hot/domain/installation/floor'
import data from '@mdn/browser-compat-data' with { type: 'json' }
import { z } from 'zod'

const statement = z.object({
  version_added: z.union([z.string(), z.literal(false), z.null()]),
  version_removed: z.string().optional(),
  flags: z.array(z.unknown()).optional(),
  prefix: z.string().optional(),
  alternative_name: z.string().optional(),
})
const support = z.record(z.string(), z.union([statement, z.array(statement)]).optional())
const known = z.object({ support })
const node = z.record(z.string(), z.unknown())

/** A WebView is Chrome of the same version; what it leaves out besides (push, payments) is no question of age. */
const floorOf: Readonly<Record<string, string>> = {
  safari: floor.safari,
  safari_ios: floor.safari,
  chrome: floor.chrome,
  chrome_android: floor.chrome,
  firefox: floor.firefox,
}

/** Compares `16.4` and `16.10`; MDN writes `≤79` where it only knows that much. */
function reaches(version: string, added: string): boolean {
  const parts = (text: string) => text.replace('≤', '').split('.').map(Number)
  const [have, need] = [parts(version), parts(added)]
  for (let at = 0; at < need.length; at++) {
    const difference = (have[at] ?? 0) - (need[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

function isThere(browser: string, statements: z.infer<typeof statement>[]): boolean {
  const version = floorOf[browser] ?? ''
  return statements.some(
    ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: alias }) =>
      typeof added === 'string' &&
      added !== 'preview' &&
      !flags &&
      !prefix &&
      !alias &&
      reaches(version, added) &&
      !(removed && reaches(version, removed)),
  )
}

/** The floor's browsers without a feature; undefined for what MDN does not know. */
function lacking(feature: unknown): string[] | undefined {
  const compat = known.safeParse(Reflect.get(Object(feature), '__compat'))
  if (!compat.success) return undefined
  return Object.keys(floorOf).filter((browser) => {
    const found = compat.data.support[browser]
    return found !== undefined && !isThere(browser, [found].flat())
  })
}

const at = (path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), data)

const childrenOf = (path: readonly string[]): [name: string, feature: unknown][] =>
  Object.entries(node.catch({}).parse(at(path))).filter(([name]) => name !== '__compat')

/** `Safari 16.4 lacks it`, or null: all have it, or it is nothing of the platform. */
function complaint(lacks: string[] | undefined): string | null {
  if (!lacks || lacks.length === 0) return null
  const named = new Set(lacks.map((browser) => browser.split('_')[0] ?? browser))
  return `not in ${[...named].map((browser) => `${browser} ${floorOf[browser] ?? floor.chrome}`).join(', ')}`
}

const feature = (path: readonly string[]) => complaint(lacking(at(path)))

/** Classes and namespaces of the language and the browser. */
const owners = [...childrenOf(['javascript', 'builtins']), ...childrenOf(['api'])]

/** For each name of a method or property: one list of those who lack it for every class that has it. */
const members = new Map<string, string[][]>()
for (const [, owner] of owners)
  for (const [name, inner] of Object.entries(node.catch({}).parse(owner))) {
    const lacks = name === '__compat' ? undefined : lacking(inner)
    if (!lacks) continue
    const bare = name.replace(/_static$/, '')
    members.set(bare, [...(members.get(bare) ?? []), lacks])
  }

/** What a global name is an object of. */
const instances: Readonly<Record<string, string>> = {
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  crypto: 'Crypto',
  performance: 'Performance',
  history: 'History',
}

/** `URL.canParse`, `navigator.share`: why the floor lacks it, or null. */
export function lackingStatic(owner: string, name: string): string | null {
  const inner = instances[owner] ?? owner
  return (
    feature(['api', inner, `${name}_static`]) ??
    feature(['api', inner, name]) ??
    feature(['javascript', 'builtins', inner, name])
  )
}

/** `list.toSorted`, where no class has a method of that name that is old enough. */
export function lackingMember(name: string): string | null {
  const found = members.get(name)
  return found?.every((lacks) => lacks.length > 0) ? complaint(found[0]) : null
}

/** `Temporal`, `requestIdleCallback`. */
export const lackingGlobal = (name: string): string | null =>
  feature(['javascript', 'builtins', name]) ?? feature(['api', name]) ?? feature(['api', 'Window', name])

/** `popover`, `commandfor`; `tag` in lower case, empty for a component. */
export const lackingAttribute = (tag: string, name: string): string | null =>
  feature(['html', 'elements', tag, name]) ??
  (at(['html', 'elements', tag, name]) ? null : feature(['html', 'global_attributes', name]))

export const lackingProperty = (name: string): string | null => feature(['css', 'properties', name])
export const lackingAtRule = (name: string): string | null => feature(['css', 'at-rules', name])
export const lackingSelector = (name: string): string | null => feature(['css', 'selectors', name])

const functions = new Map(
  childrenOf(['css', 'types']).flatMap(([name, type]): [string, unknown][] => [
    [name, type],
    ...Object.entries(node.catch({}).parse(type)),
  ]),
)
/** `light-dark()`, `linear()`. */
export const lackingFunction = (name: string): string | null => complaint(lacking(functions.get(name)))

/** All that a browser of the floor lacks of the language's and the browser's classes, as `[owner, name]`. */
export const lackedBy = (browser: 'safari' | 'chrome' | 'firefox'): [owner: string, name: string][] =>
  owners.flatMap(([owner, feature]) => {
    const whole: [string, string][] = lacking(feature)?.includes(browser) ? [['', owner]] : []
    const parts = Object.entries(node.catch({}).parse(feature)).flatMap(([name, inner]): [string, string][] =>
      name !== '__compat' && !name.endsWith('_event') && lacking(inner)?.includes(browser)
        ? [[owner, name.replace(/_static$/, '')]]
        : [],
    )
    return [...whole, ...parts]
  })
