const passwordMin = 8
/** bcrypt, with which GoTrue keeps passwords, reads no further (internal/crypto/password.go); more is refused. */
const passwordMaxBytes = 72

export type PasswordFault = { kind: 'short' | 'long'; text: string }

/**
 * What is wrong with a new password, as typed: nothing is trimmed or folded. Null: it will do. Counted as people do, an
 * emoji is one character.
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
