import { postTexts } from '../post/stored-texts.ts'

/** What the database writes about comments, by name; %s for what it fills in. */
export const commentTexts = {
  approved: 'Kommentar freigegeben',
  deleted_by_team: postTexts.deleted_by_team,
}
