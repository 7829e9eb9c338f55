/**
 * Runs inline in the head. A browser below the floor (domain/src/installation/floor.ts) keeps the page as the server wrote
 * it, links and GET forms with it: the app does not start there, and a note says why (web/public/old-browser.js). It is
 * known by what came with the floor: `@property` with Safari 16.4 and Firefox 128, `color-mix()` with Chrome 111.
 */
export const oldBrowserScript = `window.CSSPropertyRule&&CSS.supports('color','color-mix(in srgb,red,red)')||(document.documentElement.dataset.old='',document.head.append(Object.assign(document.createElement('script'),{src:'/old-browser.js'})))`

/** What that script has found. */
export const isOldBrowser = (): boolean => 'old' in document.documentElement.dataset
