/** The operator's data on the legal pages, with their labels; each is the setting `SITE_…` as well. */
export const legalFields = {
  operator: 'Name oder Firma des Betreibers',
  representative: 'Vertretungsberechtigte Person',
  street: 'Straße und Hausnummer',
  city: 'Postleitzahl und Ort',
  country: 'Land',
  email: 'E-Mail für Kontakt und Impressum',
  phone: 'Telefon',
  register: 'Registergericht und -nummer',
  vat_id: 'Umsatzsteuer-Identifikationsnummer',
  business_id: 'Wirtschafts-Identifikationsnummer',
  responsible: 'Verantwortlich nach § 18 Abs. 2 MStV, mit Anschrift',
  privacy_email: 'E-Mail für Datenschutz',
  privacy_officer: 'Datenschutzbeauftragte Person',
  supervisory_authority: 'Zuständige Datenschutz-Aufsichtsbehörde',
  accessibility_email: 'E-Mail für Hinweise auf Barrieren',
  accessibility_authority: 'Stelle, die die Barrierefreiheit überwacht, mit Anschrift',
  hoster: 'Hosting-Anbieter mit Anschrift',
  processors: 'Weitere Auftragsverarbeiter (Mail, SMS, Speicher, CDN …) mit Land',
} as const
export type LegalField = keyof typeof legalFields
export const legalFieldNames = Object.keys(legalFields) as LegalField[]

/** Whether a text is an e-mail address that may stand on a legal page. */
export const isMailAddress = (value: string): boolean => /^[^\s@<>":]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(value)
