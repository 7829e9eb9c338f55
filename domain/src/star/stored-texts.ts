import { unknownName } from './name.ts'

/** What the database writes about stars, by name; %s for what it fills in. */
export const starTexts = {
  born: 'Jahrgang %s',
  claim_granted:
    'Du bist bestätigt. Unter „Mehr zu diesem Beitrag“ kannst du jetzt Stellung nehmen, wo es um dich geht.',
  claim_refused: 'Wir konnten nicht bestätigen, dass du es bist. %s',
  concerned: 'Die betroffene Person',
  facts_granted: 'Danke für den Hinweis. Wir haben die Angaben geprüft und berichtigt.',
  facts_refused: 'Wir haben die Angaben geprüft und lassen sie stehen. %s',
  statement_published: 'Deine Stellungnahme steht jetzt über „%s“.',
  statement_refused: 'Deine Stellungnahme zu „%s“ veröffentlichen wir so nicht. %s',
  unknown: unknownName,
}
