import { pageHead } from './page-head.ts'

/** Head of an address where nothing is; also for a route whose entry was not found. */
export const notFoundHead = () =>
  pageHead({
    title: 'Diese Seite wurde rausgewählt',
    description: 'Unter dieser Adresse läuft nichts.',
    path: '/',
    noindex: true,
  })
