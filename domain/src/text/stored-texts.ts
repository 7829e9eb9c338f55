import { spoilerStandIn } from './plain-text.ts'

/** What the database writes into texts, by name. */
export const textTexts = {
  spoiler: spoilerStandIn,
}
