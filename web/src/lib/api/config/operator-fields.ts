import type { SiteOperator } from './runtime-config.ts'

/** Contact for questions about personal data: the privacy address, else the general one. */
export const privacyAddress = (operator: SiteOperator): string | undefined => operator.privacy_email || operator.email
