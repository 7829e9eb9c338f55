/** What the database writes about members, by name; %s for what it fills in. */
export const memberTexts = {
  banned: 'Sperre durch das Team',
  invited_by_mail: 'Persönliche Einladung per Mail',
  reset_nickname: 'Mitglied_%s',
  somebody: 'Jemand',
  unbanned: 'Sperre aufgehoben',
  unknown: 'Unbekannt',
}
