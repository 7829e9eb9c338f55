import { noWebAddress } from '../url/web-address.ts'

/** What the database says when it refuses something about news, by hint or `hint.case`. */
export const newsSentences = {
  changed_meanwhile: 'Jemand anderes hat diese News gerade geändert.',
  content_length: 'Der Text hat höchstens 50.000 Zeichen. Kürz ihn.',
  excerpt_length: 'Der Anriss hat höchstens 500 Zeichen. Kürz ihn.',
  image_alt_length: 'Die Bildbeschreibung hat höchstens 300 Zeichen. Kürz sie.',
  image_source_invalid: 'Die Quelle des Bildes ist eine Webadresse, die mit https:// beginnt.',
  image_credit_length: 'Der Bildnachweis hat höchstens 200 Zeichen. Kürz ihn.',
  news_not_online: 'Diese News ist noch nicht online. Eine Diskussion gibt es erst danach.',
  not_a_discussion: 'Diese Diskussion gibt es nicht.',
  source_url_invalid: noWebAddress,
  target_gone: 'Diese News gibt es nicht mehr. Lade die Seite neu.',
  title_length: 'Der Titel hat höchstens 200 Zeichen. Kürz ihn.',
  title_missing: 'Ohne Titel geht es nicht.',
  unknown_tag: 'Einen der Tags gibt es nicht mehr. Nimm ihn heraus.',
}
