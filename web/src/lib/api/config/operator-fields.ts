import type { SiteOperator } from './runtime-config.ts'

/** What the law asks every operator for (§ 5 DDG, § 18 MStV, Art. 13 DSGVO), in the words of the legal pages. */
export const requiredFields = {
  operator: 'Name oder Firma',
  street: 'Straße und Hausnummer',
  city: 'Postleitzahl und Ort',
  email: 'E-Mail-Adresse',
  responsible: 'Verantwortlich nach § 18 Abs. 2 MStV',
  hoster: 'Hosting-Anbieter',
  supervisory_authority: 'Datenschutz-Aufsichtsbehörde',
} as const

export type RequiredField = keyof typeof requiredFields

const isGiven = (operator: SiteOperator, field: string): boolean => (operator[field] ?? '').trim() !== ''

/** Those of `fields` that nobody has filled in, by the names a person reads. */
export function missingFields(operator: SiteOperator, fields: readonly RequiredField[]): string[] {
  return fields.filter((field) => !isGiven(operator, field)).map((field) => requiredFields[field])
}

/** Where questions about personal data go: the address for privacy, else the general one. */
export const privacyAddress = (operator: SiteOperator): string | undefined => operator.privacy_email || operator.email
