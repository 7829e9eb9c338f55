import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'
/** Where Vite says how its paths become addresses; ours stand at the root of the site, and of the shells. */
const fromRoot = /return\s*["'`]\/["'`]\s*\+\s*dep/

/**
 * What loads code on demand: first the page's style sheets, which it waits for once, unless the server has put them into
 * the page (src/inlined-sheets.ts). What cannot be loaded is told by
 * `vite:preloadError`, which platform/stale-build.ts listens to; taken back there, the import answers with nothing.
 */
const plain = `const sheets = {}
const bring = (href) => sheets[href] ??= document.querySelector('[rel=stylesheet][href="' + href + '"],[data-sheets~="' + href + '"]')
  ? Promise.resolve()
  : new Promise((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.onload = resolve
      link.onerror = () => {
        delete sheets[href]
        reject(new Error(href))
      }
      document.head.append(link)
    })
const fail = (error) => {
  const event = new Event('vite:preloadError', { cancelable: true })
  event.payload = error
  window.dispatchEvent(event)
  if (!event.defaultPrevented) throw error
}
export const __vitePreload = async (load, paths = []) => {
  await Promise.all(paths.map((path) => bring('/' + path).catch(fail)))
  return load().catch(fail)
}
`

/** Vite's helper, which also preloads scripts and heeds nonces and bases, in the few lines that HoT needs of it. */
export function plainHelper(code: string): string {
  if (!fromRoot.test(code) || !/export const __vitePreload\b/.test(code) || !code.includes('vite:preloadError'))
    throw new Error('Vite loads code on demand differently: check plain-preload.ts.')
  return plain
}

/** 0.4 kB (brotli) of every first view (docs/decisions/006). */
export const plainPreload = (): Plugin => ({
  name: 'hot-plain-preload',
  apply: 'build',
  transform: (code, id) => (id === helper ? { code: plainHelper(code), map: null } : null),
})
