/** Rules of nicknames, separate from the schema so that pages which only display need not load it. */
export const nicknameMin = 3
export const nicknameMax = 20

/** Allowed characters. Letters are German only: with a Cyrillic "а" one member could impersonate another. */
export const nicknameCharacters = '[A-Za-z0-9ÄÖÜäöüß_.]'
