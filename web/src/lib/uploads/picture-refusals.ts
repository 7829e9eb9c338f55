/** What the storage service says about a picture it does not take (supabase/storage, internal/errors); for `useWrite`. */
export const pictureRefusals = {
  invalid_mime_type: 'Der Server konnte das Bild nicht lesen. Nimm ein anderes Foto.',
  InvalidMimeType: 'Der Server konnte das Bild nicht lesen. Nimm ein anderes Foto.',
  EntityTooLarge: 'Das Bild ist zu groß. Nimm ein kleineres.',
}
