const passwordMin = 8
/** GoTrue hashes with bcrypt, which reads no further (internal/crypto/password.go); longer passwords are rejected. */
const passwordMaxBytes = 72

export type PasswordFault = { kind: 'short' | 'long'; text: string }

/**
 * What is wrong with a new password as typed (not trimmed or folded), or null when it is acceptable. Length counts
 * user-perceived characters: an emoji is one.
 */
export function passwordFault(password: string): PasswordFault | null {
  if ([...password].length < passwordMin)
    return { kind: 'short', text: 'Das Passwort muss mindestens 8 Zeichen lang sein.' }
  if (new TextEncoder().encode(password).length > passwordMaxBytes)
    return {
      kind: 'long',
      text: 'Das Passwort ist zu lang. Höchstens 72 Zeichen gehen, mit Umlauten und Emoji weniger.',
    }
  return null
}
