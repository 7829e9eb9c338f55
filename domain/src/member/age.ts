/** Youngest age of members: from then on a consent is one's own (GDPR, Art. 8). */
export const minimumAge = 16

/**
 * What is said by registering. A change of the text is a new version, which is stored with the confirmation
 * (docs/decisions/149-at-least-sixteen.md).
 */
export const ageConfirmation = {
  version: 1,
  text: `Ich bin mindestens ${minimumAge} Jahre alt.`,
} as const

/** The same as a sentence beside the button that says it. */
export const ageSentence = (button: string): string =>
  `Mit „${button}“ sagst du: ${ageConfirmation.text} Nach deinem Geburtstag fragen wir nicht.`
