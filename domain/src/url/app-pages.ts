// Written by `npm run app-links` from web/src/routes; edit there.

/** Public pages that open in the apps. */
export const appPages: readonly string[] = [
  '/',
  '/abbestellen',
  '/charts',
  '/community-guidelines',
  '/datenschutz',
  '/formate',
  '/impressum',
  '/invite-system',
  '/kalender',
  '/melden/antworten',
  '/melden/bestaetigen',
  '/news',
  '/stars',
  '/suche',
  '/trash-talk',
  '/trashtalk',
]

/** Prefixes of URLs that open in the apps, with at least one character after the slash. */
export const appFolders: readonly string[] = [
  '/charts/',
  '/format/',
  '/formate/',
  '/news/',
  '/seasons/',
  '/stars/',
  '/trash-talk/',
  '/trashtalk/',
  '/user/',
]
