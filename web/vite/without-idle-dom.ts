import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { emptied } from './without-view-transitions.ts'

const client = /\/react-dom\/cjs\/react-dom-client\.production\.js(\?|$)/
const main = /\/react-dom\/cjs\/react-dom\.production\.js(\?|$)/
const react = /\/node_modules\/(react|react-dom|scheduler)\//
const ownSource = /\/(web|domain)\/src\//
const importsReact = /["']react(?:\/jsx-runtime)?["']/

/** What nobody in the bundle asks of react-dom: how it is taken out, and how code looks that asks for it. */
type Idle = { out: (code: string) => string; use: RegExp }

const handlers = (names: string) => new RegExp(`\\b(?:${names})(?:Capture)?\\b`)
const without =
  (...functions: readonly string[]) =>
  (code: string): string =>
    functions.reduce(emptied, code)

/** Throws unless it is there exactly so often. */
function replaced(code: string, what: string | RegExp, by: string, times = 1): string {
  const parts = code.split(what)
  if (parts.length !== times + 1)
    throw new Error(`react-dom no longer has ${what} ${times} times: check without-idle-dom.ts.`)
  return parts.join(by)
}

/** From what inputs of other scripts say to what is made of it. */
const beforeInput = /\n {6}var fallbackData;\n {6}if \(canUseCompositionEvent\)[\s\S]*?(?=\n {6}extractEvents\$1\()/
const suspending = /(?<=function preloadInstanceAndSuspendIfNeeded\([^)]*\) \{\n)[\s\S]*?(?=^\}$)/m

const features: readonly Idle[] = [
  { out: (code) => replaced(code, beforeInput, ''), use: handlers('onBeforeInput|onComposition(?:Start|Update|End)') },
  // Functions in place of a form's address.
  { out: without('extractEvents$1'), use: /\bformAction\b|<form\b[^>]*\saction=\{/ },
  {
    out: (code) => replaced(code, 'isCustomElement(tag)', '!1', 2),
    use: /<[a-z]+-[a-z-]*[\s/>]|(?:createElement|jsxs?)\(['"][a-z]+-[a-z]/,
  },
  // Pictures that hold a commit up: inside ViewTransition only.
  {
    out: (code) =>
      replaced(
        without('suspendInstance', 'estimateBandwidth')(code),
        suspending,
        '  workInProgress.flags &= -16777217;\n',
      ),
    use: /\bViewTransition\b/,
  },
  { out: without('attemptExplicitHydrationTarget'), use: /unstable_scheduleHydration/ },
  // Lets the browser's own spinner turn while an asynchronous transition runs, by navigating nowhere.
  { out: without('defaultOnDefaultTransitionIndicator'), use: /onDefaultTransitionIndicator/ },
]

/** Names of keys and an event of inputs that browsers before 2017 lacked. */
const formerBrowsers = (code: string): string =>
  [
    ['normalizeKey[nativeEvent.key] || nativeEvent.key', 'nativeEvent.key'],
    ['translateToKey[nativeEvent.keyCode] || "Unidentified"', '"Unidentified"'],
    ['if (isInputEventSupported)', 'if (!0)'],
  ].reduce((left, [what = '', by = '']) => replaced(left, what, by), code)

const nameTable = /(?<=\baliases = new Map\(\[)[\s\S]*?(?=\]\),\n)/
const entry = /\["(\w+)", "[\w:-]+"\],?\s*/g
/** Properties whose attribute is spelled differently, as far as the bundle has them; the other 66 are SVG's. */
const spelled: ReadonlySet<string> = new Set(
  'acceptCharset htmlFor httpEquiv crossOrigin strokeWidth strokeDasharray strokeLinecap strokeLinejoin clipRule fillRule fontSize fontWeight pointerEvents'.split(
    ' ',
  ),
)
const fewerNames = (code: string): string =>
  code.replace(nameTable, (table) => table.replace(entry, (line, name: string) => (spelled.has(name) ? line : '')))

const hints =
  /^exports\.(?:preload|preloadModule|preinit|preinitModule|preconnect|prefetchDNS) = function[\s\S]*?^\};\n/gm

/** react-dom's client without the inside of these. Throws when one of them is not there any more. */
export const withoutIdleClient = (code: string): string =>
  fewerNames(formerBrowsers(features.reduce((left, { out }) => out(left), code)))

/** react-dom itself without its resource hints, whose use without-idle-react.ts looks for. */
export const withoutHints = (code: string): string => replaced(code, hints, '', 6)

const installed = createRequire(import.meta.url)
  .resolve('react-dom/client')
  .replace(/client\.js$/, 'cjs/react-dom-client.production.js')

/** SVG's fonts are no more; a `FontFace` has the same property, which is no attribute. */
const spokenElsewhere = 'unicodeRange'

/** How code looks that asks for what is taken out of the installed react-dom. */
function uses(): RegExp[] {
  const table = nameTable.exec(fs.readFileSync(installed, 'utf8'))?.[0] ?? ''
  const names = [...table.matchAll(entry)].flatMap(([, name = '']) =>
    spelled.has(name) || name === spokenElsewhere ? [] : [name],
  )
  return [...features.map(({ use }) => use), new RegExp(`\\b(?:${names.join('|')})\\b`)]
}

/** The first thing that a library's or our own code asks for though it was taken out; undefined: nothing. */
export const usedOf = (code: string, asked = uses()): string | undefined =>
  asked.map((use) => use.exec(code)?.[0]).find(Boolean)

/**
 * Events, elements, attributes and browsers that HoT does not have: 4 kB (brotli) of every first view (docs/decisions/006).
 * Fails the build when react-dom looks different, and when anything in the browser's bundle begins to use them.
 */
export function withoutIdleDom(): Plugin {
  const asked = uses()
  return {
    name: 'hot-without-idle-dom',
    apply: 'build',
    // As it is written: later, elements are calls.
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (main.test(id)) return { code: withoutHints(code), map: null }
      if (client.test(id)) return { code: withoutIdleClient(code), map: null }
      // Others draw without React, as the error reports' own dialog does.
      const drawsByReact = ownSource.test(id) || (importsReact.test(code) && !react.test(id))
      const used = drawsByReact && usedOf(code, asked)
      if (used) throw new Error(`${id} uses ${used}, which without-idle-dom.ts takes out of react-dom.`)
      return null
    },
  }
}
