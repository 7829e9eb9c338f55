import type { Plugin } from 'vite'

const injection = /function __insertCSS\(code\) \{[\s\S]*?\n\}\n/

const adoption = `function __insertCSS(code) {
  if (!code || typeof document === 'undefined') return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(code)
  document.adoptedStyleSheets.push(sheet)
}
`

/**
 * sonner inserts a <style> element when it is imported, which the content security policy refuses (style elements run
 * by hash only). Constructed style sheets are not subject to it. Fails the build when sonner changes its way.
 */
export const adoptLibraryStyles = (): Plugin => ({
  name: 'hot-adopt-library-styles',
  transform(code, id) {
    if (!/\/sonner\/dist\/index\.mjs(\?|$)/.test(id)) return null
    if (!injection.test(code)) throw new Error('sonner no longer has __insertCSS: check how it adds its styles.')
    return { code: code.replace(injection, adoption), map: null }
  },
})
