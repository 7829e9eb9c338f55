import type { Plugin } from 'vite'
import { emptied } from './without-view-transitions.ts'

const reactDom = /\/react-dom\/cjs\/react-dom-client\.production\.js(\?|$)/
const react = /\/node_modules\/(react|react-dom|scheduler)\//

type Feature = {
  /** Functions of react-dom that nobody calls while the feature is not used. */
  functions: readonly string[]
  /** How code that uses it looks. */
  use: RegExp
}

const importOf = (names: string, from: string) =>
  new RegExp(
    `import\\s*(?:\\w+\\s*,\\s*)?\\{[^}]*\\b(?:${names})\\b[^}]*\\}\\s*from\\s*["']${from}["']|\\b(?:React|ReactDOM)\\.(?:${names})\\b`,
  )

const features: readonly Feature[] = [
  { functions: ['updateSuspenseListComponent'], use: importOf('unstable_SuspenseList|SuspenseList', 'react') },
  { functions: ['updateActivityComponent'], use: importOf('Activity', 'react') },
  {
    functions: ['mountActionState', 'updateActionState', 'rerenderActionState'],
    use: importOf('useActionState|useFormState', 'react(?:-dom)?'),
  },
  {
    functions: ['preload', 'preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript', 'preconnectAs'],
    use: importOf('preload|preloadModule|preinit|preinitModule|preconnect|prefetchDNS', 'react-dom'),
  },
]

/** react-dom without the inside of these functions. Throws when one of them is not there any more. */
export const withoutIdle = (code: string): string =>
  features.flatMap(({ functions }) => functions).reduce(emptied, code)

/** Whether code, a library's or ours, uses what was taken out. */
export const usesIdle = (code: string): boolean => features.some(({ use }) => use.test(code))

/**
 * Features of React that neither HoT nor a library in its bundle uses: lists of Suspense, Activity, action states and
 * resource hints by function call. 2 kB (brotli) of every first route (docs/decisions/006). Fails the build when React
 * names them differently, and when anything begins to use them.
 */
export const withoutIdleReact = (): Plugin => ({
  name: 'hot-without-idle-react',
  apply: 'build',
  transform(code, id) {
    if (reactDom.test(id)) return { code: withoutIdle(code), map: null }
    if (!react.test(id) && usesIdle(code))
      throw new Error(`${id} uses a feature of React that without-idle-react.ts takes out.`)
    return null
  },
})
