import type { SiteOperator } from './runtime-config.ts'

/** Legally required operator data (§ 5 DDG, § 18 MStV, Art. 13 DSGVO), labelled as on the legal pages. */
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

/** Labels of those `fields` that the operator has not filled in. */
export function missingFields(operator: SiteOperator, fields: readonly RequiredField[]): string[] {
  return fields.filter((field) => !isGiven(operator, field)).map((field) => requiredFields[field])
}

/** Contact for questions about personal data: the privacy address, else the general one. */
export const privacyAddress = (operator: SiteOperator): string | undefined => operator.privacy_email || operator.email
