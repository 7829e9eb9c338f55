import type { Decision } from './posts-queries.ts'

type Words = { one: string; many: (count: number) => string; failed: string }

/** Shown while a decision can be undone, and when it did not get through. */
export const decisionWords: Readonly<Record<Decision, Words>> = {
  approve: {
    one: 'Beitrag freigegeben.',
    many: (count) => `${count} Beiträge freigegeben.`,
    failed: 'Fehler beim Freigeben des Beitrags',
  },
  reject: {
    one: 'Beitrag abgelehnt.',
    many: (count) => `${count} Beiträge abgelehnt.`,
    failed: 'Fehler beim Ablehnen des Beitrags',
  },
  delete: {
    one: 'Beitrag gelöscht.',
    many: (count) => `${count} Beiträge gelöscht.`,
    failed: 'Fehler beim Löschen des Beitrags',
  },
}

/** Refusals of the RPCs about posts, by hint. */
export const postRefusals: Readonly<Record<string, string>> = {
  not_allowed: 'Nicht berechtigt - bitte erneut anmelden',
  reason_required: 'Bitte gib einen Grund für diese Moderationsaktion an.',
  unknown_action: 'Ungültige Moderationsaktion',
  invalid_request: 'Ungültige Meldungsdaten - fehlende erforderliche Felder',
  not_a_rumor: 'Dieser Beitrag ist kein Gerücht',
  own_case: 'Über deine eigenen Beiträge entscheidet jemand anderes aus dem Team.',
  title_length: 'Der Titel hat 8 bis 140 Zeichen.',
  content_length: 'Der Text hat höchstens 5.000 Zeichen.',
  content_missing: 'Der Text darf nicht leer sein.',
  too_many_tags: 'Höchstens 5 Tags.',
  duplicate_tag: 'Jeden Tag nur einmal.',
  unknown_tag: 'Einen der Tags gibt es nicht mehr. Nimm ihn heraus.',
}
