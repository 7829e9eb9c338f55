/** What the database writes about what somebody asks the operator for, by name; %s for what it fills in. */
export const concernTexts = {
  everything: 'alles, was HoT über dich gespeichert hat',
  granted: 'Wir haben getan, worum du gebeten hast.',
  message: 'deine Nachricht',
  partly: 'Wir haben einen Teil von dem getan, worum du gebeten hast.',
  refused: 'Wir haben geprüft und lassen es, wie es ist.',
}
