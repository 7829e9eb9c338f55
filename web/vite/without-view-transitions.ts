import type { Plugin } from 'vite'

const reactDom = /\/react-dom\/cjs\/react-dom-client\.production\.js(\?|$)/
const ownSource = /\/(web|domain)\/src\//

/**
 * What React does for `<ViewTransition>` on each commit. Each of these looks for such components first and, finding
 * none, does nothing: in an app without them an empty function is the same.
 */
const idle: readonly string[] = [
  'trackEnterViewTransitions',
  'applyViewTransitionToHostInstances',
  'applyViewTransitionToHostInstancesRecursive',
  'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions',
  'commitEnterViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'scheduleViewTransitionEvent',
  'reportViewTransitionError',
  'applyViewTransitionName',
  'restoreViewTransitionName',
  'measureInstance',
  'startViewTransition',
  'createViewTransitionInstance',
  'commitAfterMutationEffectsOnFiber',
  'recursivelyTraverseAfterMutationEffects',
]

/** React's build is formatted: a function of the first level ends with the next brace in the first column. */
export function emptied(code: string, name: string): string {
  const declaration = new RegExp(`^function ${name.replace('$', '\\$')}\\([^)]*\\) \\{\\n[\\s\\S]*?^\\}`, 'm')
  if (!declaration.test(code)) throw new Error(`react-dom no longer has ${name}: check without-view-transitions.ts.`)
  return code.replace(declaration, () => `function ${name}() {}`)
}

/** The same for the methods of a class in the old style, which keep alive all that they call. */
export function withoutMethods(code: string, name: string): string {
  const method = new RegExp(`^${name}\\.prototype\\.\\w+ = function \\([\\s\\S]*?^\\};\\n`, 'gm')
  const left = code.replace(method, '')
  if (left === code) throw new Error(`react-dom no longer has methods of ${name}: check the plugins in web/vite.`)
  return left
}

/**
 * HoT animates by CSS and never renders `<ViewTransition>`, whose code is 2.8 kB (brotli) of every first route
 * (docs/decisions/006). Fails the build when React's functions change their names and when the app begins to use it.
 */
export const withoutViewTransitions = (): Plugin => ({
  name: 'hot-without-view-transitions',
  apply: 'build',
  transform(code, id) {
    if (reactDom.test(id))
      return { code: idle.reduce(emptied, withoutMethods(code, 'ViewTransitionPseudoElement')), map: null }
    if (ownSource.test(id) && /\bViewTransition\b/.test(code))
      throw new Error(`${id} uses ViewTransition: take without-view-transitions.ts out of vite.config.ts first.`)
    return null
  },
})
