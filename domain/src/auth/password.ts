const passwordMin = 8
/** GoTrue rejects longer passwords, because bcrypt ignores all further bytes (internal/crypto/password.go). */
const passwordMaxBytes = 72

/** What guessers try first. The server knows far more; this only spares the way to it. */
const usual =
  /pass?w[o0]rt|passw[o0]rd|qwert[zy]|asdf|yxcv|12345|54321|11111|00000|abcde|hallo|schatz|ficken|geheim|letmein|iloveyou|ichliebedich|dschungel|sommerhaus/gi

/** How a new password strikes somebody who guesses: null while it is too short to say. */
export type PasswordStrength = 'guessable' | 'fair' | 'strong'

/** A first impression, for a hint beside the field; the server decides. `email`: whose local part is no secret. */
export function passwordStrength(password: string, email = ''): PasswordStrength | null {
  const letters = [...password.toLowerCase()]
  if (letters.length < passwordMin) return null
  const name = email.split('@')[0]?.toLowerCase() ?? ''
  const hasName = name.length > 3 && password.toLowerCase().includes(name)
  const rest = password.replace(usual, '')
  const isUsual = rest.length < password.length && [...rest].length < 5
  if (hasName || isUsual || new Set(letters).size < 5) return 'guessable'
  return letters.length >= 14 ? 'strong' : 'fair'
}

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
