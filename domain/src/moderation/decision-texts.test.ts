import { expect, test } from 'vitest'
import type { DecisionFacts } from '../contract/admin/decisions.ts'
import type { PendingKind } from './decision-texts.ts'
import { decisionText } from './decision-texts.ts'

const facts: DecisionFacts = {
  action: 'approve',
  type: 'post',
  name: 'Alles aus?',
  count: 1,
  days: null,
  posts: null,
  comments: null,
}

test.each<[PendingKind, Partial<DecisionFacts>, string]>([
  ['posts', {}, '„Alles aus?“ freigegeben'],
  ['posts', { action: 'reject', count: 9 }, '9 Beiträge abgelehnt'],
  ['hide', { action: 'hide' }, '„Alles aus?“ ausgeblendet'],
  ['content', { action: 'ban', name: 'norbert', days: 7 }, 'norbert für 7 Tage gesperrt'],
  ['ban', { action: 'ban', type: 'profile', name: 'norbert' }, 'norbert dauerhaft gesperrt'],
  ['case', { action: 'warn', type: 'comment', name: 'norma' }, 'norma verwarnt'],
  ['case', { action: 'dismiss', type: 'profile', name: 'norma' }, 'Meldungen verworfen: Profil von norma'],
  ['content', { action: 'delete', type: 'profile', name: 'norma' }, 'Profil von norma zurückgesetzt'],
  ['cases', { action: 'delete', type: 'comment', name: 'norma', count: 1 }, '1 Fall gelöscht'],
  ['comments', { action: 'delete', type: 'comment', name: 'norma', count: 3 }, '3 Kommentare gelöscht'],
  ['held_comments', { type: 'comment', name: 'norma' }, 'Kommentar von norma freigegeben'],
  [
    'spam',
    { action: 'spam', type: 'profile', name: 'norbert', posts: 10, comments: 1 },
    'norbert als Spam gesperrt, 10 Beiträge und ein Kommentar entfernt',
  ],
  [
    'spam',
    { action: 'spam', type: 'profile', name: 'norbert', posts: 1, comments: 0 },
    'norbert als Spam gesperrt, ein Beitrag und kein Kommentar entfernt',
  ],
  ['appeal', { action: 'overturned', type: 'appeal', name: 'norma' }, 'Einspruch von norma: stattgegeben'],
  ['star_request', { action: 'grant', type: 'star_request', name: 'Milo' }, 'Anliegen zu Milo bestätigt'],
])('%s %o', (kind, given, text) => {
  expect(decisionText(kind, { ...facts, ...given })).toBe(text)
})
