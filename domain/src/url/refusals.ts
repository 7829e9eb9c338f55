import { noWebAddress } from './web-address.ts'

/** What the database says when it refuses something about addresses and pictures, by hint or `hint.case`. */
export const urlSentences = {
  picture_missing: 'Dieses Bild ist nicht hochgeladen.',
  url_invalid: noWebAddress,
}
