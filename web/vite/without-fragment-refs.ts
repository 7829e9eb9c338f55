import type { Plugin } from 'vite'
import { emptied, withoutMethods } from './without-view-transitions.ts'

const reactDom = /\/react-dom\/cjs\/react-dom-client\.production\.js(\?|$)/
const ownSource = /\/(web|domain)\/src\//

/** What React does for each child of a fragment that has a ref: without such fragments these are never called. */
const idle = ['commitNewChildToFragmentInstance', 'deleteChildFromFragmentInstance']

/**
 * HoT gives no fragment a ref; the handles that React has for them are 2 kB (brotli) of every first route
 * (docs/decisions/006). Fails the build when React names them differently and when the app begins to use them.
 */
export const withoutFragmentRefs = (): Plugin => ({
  name: 'hot-without-fragment-refs',
  apply: 'build',
  transform(code, id) {
    if (reactDom.test(id)) return { code: idle.reduce(emptied, withoutMethods(code, 'FragmentInstance')), map: null }
    if (ownSource.test(id) && /<Fragment\b[^>]*\sref=/.test(code))
      throw new Error(`${id} gives a fragment a ref: take without-fragment-refs.ts out of vite.config.ts first.`)
    return null
  },
})
