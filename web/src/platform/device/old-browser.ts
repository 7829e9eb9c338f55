/**
 * Runs inline in the head. A browser below the floor (domain/src/installation/floor.ts) keeps the page as the server wrote
 * it, links and GET forms with it: the app does not start there, and a note says why (web/public/old-browser.js). It is
 * known by what came with the floor: `@property` with Safari 16.4 and Firefox 128, `color-mix()` with Chrome 111.
 */
export const oldBrowserScript = `(function(d){if(window.CSSPropertyRule&&CSS.supports('color','color-mix(in srgb,red,red)'))return
d.documentElement.setAttribute('data-old','')
var s=d.createElement('script');s.src='/old-browser.js';d.head.appendChild(s)})(document)`

/** What that script has found. */
export const isOldBrowser = (): boolean => document.documentElement.hasAttribute('data-old')
