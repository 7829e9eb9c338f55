import { invalid } from '../auth-error.ts'

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/** GoTrue's check (github.com/badoux/checkmail, ValidateFormat): ASCII only, so that no look-alike becomes a second account. */
const ADDRESS = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)

/** An address in lower case; whether its domain is allowed is the database's to say. */
export function validEmail(value: string): string {
  const email = value.trim()
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  // Before lower-casing, which makes a k of the Kelvin sign.
  if (!ADDRESS.test(email)) throw invalid('Unable to validate email address: invalid format')
  return email.toLowerCase()
}
