/** What the database writes about posts, by name; %s for what it fills in. */
export const postTexts = {
  approved: 'Freigegeben',
  change_approved: 'Änderung freigegeben',
  deleted: '[Gelöschter Beitrag]',
  deleted_by_author: 'Selbst gelöscht',
  deleted_by_team: 'Vom Team gelöscht',
}
