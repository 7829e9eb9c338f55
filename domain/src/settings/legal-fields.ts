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

/**
 * What the law asks for (section 5 DDG, section 18 MStV, GDPR Art. 13), labelled as on the legal pages. SQL:
 * private.legal_missing().
 */
export const requiredFields = {
  operator: 'Name oder Firma',
  street: 'Straße und Hausnummer',
  city: 'Postleitzahl und Ort',
  email: 'E-Mail-Adresse',
  responsible: 'Verantwortlich nach § 18 Abs. 2 MStV',
  hoster: 'Hosting-Anbieter',
  supervisory_authority: 'Datenschutz-Aufsichtsbehörde',
} as const satisfies Partial<Record<LegalField, string>>
export type RequiredField = keyof typeof requiredFields

type Given = Readonly<Record<string, string | undefined>>
const isGiven = (operator: Given, field: string): boolean => (operator[field] ?? '').trim() !== ''

/** Labels of those `fields` that the operator has not filled in. */
export const missingFields = (operator: Given, fields: readonly RequiredField[]): string[] =>
  fields.filter((field) => !isGiven(operator, field)).map((field) => requiredFields[field])

/** What is missing when e-mail is the only way. */
export const secondWay = 'Telefon, oder Mails für das Kontaktformular (SMTP_URL)'

/**
 * All that the legal pages lack. Besides e-mail there is a second quick way (ECJ C-298/07): a phone, or the contact form, which
 * works where mails leave.
 */
export function legalMissing(operator: Given, sendsMails: boolean): string[] {
  const missing = missingFields(operator, Object.keys(requiredFields) as RequiredField[])
  const hasSecondWay = isGiven(operator, 'phone') || (sendsMails && isGiven(operator, 'email'))
  return hasSecondWay ? missing : [...missing, secondWay]
}

/** Contact for questions about personal data: the privacy address, else the general one. */
export const privacyAddress = (operator: Given): string | undefined => operator.privacy_email || operator.email
