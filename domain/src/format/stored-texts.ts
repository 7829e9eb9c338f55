/** What the database writes about formats and seasons, by name; %s for what it fills in. */
export const formatTexts = {
  inactive: 'nicht aktiv',
  season: 'Staffel %s',
}
