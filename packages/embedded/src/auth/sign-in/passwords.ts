import bcrypt from 'bcryptjs'
import { AuthError, invalid } from '../auth-error.ts'

/** At least 8 characters. bcrypt ignores everything beyond 72 bytes. */
const MIN_LENGTH = 8
const MAX_BYTES = 72
/** GoTrue's cost (golang.org/x/crypto/bcrypt.DefaultCost). */
const COST = 10

export function checkStrength(password: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) throw invalid(`Password cannot be longer than ${MAX_BYTES} characters`)
  if ([...password].length >= MIN_LENGTH) return
  throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_LENGTH} characters.`, {
    extra: { weak_password: { reasons: ['length'] } },
  })
}

/** Whether a text is a bcrypt hash, of any cost. */
export const isPasswordHash = (text: string): boolean =>
  /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(text)

export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, COST)

/** A dummy hash: unknown accounts take as long as known ones, so that timing does not reveal which exist. */
const NOBODY = bcrypt.hash('nobody', COST)

export async function passwordMatches(password: string, hash: string | null | undefined): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash || (await NOBODY))
  // bcrypt would accept any text that begins with the correct 72 bytes.
  return matches && Boolean(hash) && Buffer.byteLength(password) <= MAX_BYTES
}
