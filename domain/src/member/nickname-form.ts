/** Rules of a nickname. Separate from the schema, because read-only pages need them too. */
export const nicknameMin = 3
export const nicknameMax = 20

/** Characters of a nickname; German letters only, because a Cyrillic "а" would let one member pass as another. */
export const nicknameCharacters = '[A-Za-z0-9ÄÖÜäöüß_.]'
