/** What the database writes about imports, by name; %s for what it fills in. */
export const importTexts = {
  undone: 'Import vom %s',
}
