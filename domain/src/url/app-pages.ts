// Written by `npm run app-links` from web/src/routes; edit there.

/** Public pages that open in the apps. */
export const appPages: readonly string[] = [
  '/',
  '/abbestellen',
  '/barrierefreiheit',
  '/charts',
  '/community-guidelines',
  '/datenschutz',
  '/es-geht-um-mich',
  '/formate',
  '/impressum',
  '/invite-system',
  '/kalender',
  '/kontakt',
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
  '/es-geht-um-mich/',
  '/format/',
  '/formate/',
  '/news/',
  '/seasons/',
  '/stars/',
  '/trash-talk/',
  '/trashtalk/',
  '/user/',
]
