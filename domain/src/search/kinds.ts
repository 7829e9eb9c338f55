import type { SearchPage } from '../contract/search.ts'

/** A kind counts no further than this, because the search looks at a bounded number of rows. */
export const searchCountMax = 300

export type SearchKind = Exclude<keyof SearchPage, 'near'>

/** Kinds of results in the order of `/suche`: `art` in the URL, heading, and what is counted. */
export const searchKinds = [
  { kind: 'stars', art: 'stars', title: 'Stars', one: 'Star', many: 'Stars' },
  { kind: 'formats', art: 'formate', title: 'Formate', one: 'Format', many: 'Formate' },
  { kind: 'seasons', art: 'staffeln', title: 'Staffeln', one: 'Staffel', many: 'Staffeln' },
  { kind: 'posts', art: 'beitraege', title: 'Trashtalk', one: 'Beitrag', many: 'Beiträge' },
  { kind: 'dates', art: 'termine', title: 'Sendetermine', one: 'Termin', many: 'Termine' },
  { kind: 'news', art: 'news', title: 'News', one: 'Meldung', many: 'Meldungen' },
  { kind: 'members', art: 'mitglieder', title: 'Mitglieder', one: 'Mitglied', many: 'Mitglieder' },
] as const satisfies readonly { kind: SearchKind; art: string; title: string; one: string; many: string }[]
