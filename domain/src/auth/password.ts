const passwordMin = 8
/** GoTrue rejects longer passwords, because bcrypt ignores all further bytes (internal/crypto/password.go). */
const passwordMaxBytes = 72

export type PasswordFault = { kind: 'short' | 'long'; text: string }

/** What is wrong with a new password as typed (not trimmed), or null when it is acceptable. Counts code points. */
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
