import * as z from 'zod/mini'

/** Specification §5 and §9: the least characters of a password. */
export const passwordMin = 8
/** bcrypt, with which GoTrue keeps passwords, reads no further (internal/crypto/password.go); more is refused. */
export const passwordMaxBytes = 72

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** A new password, as typed: nothing is trimmed or folded. Messages are specification §5 where it has one. */
export const passwordSchema = z.string().check(
  z.refine((password) => [...password].length >= passwordMin, 'Das Passwort muss mindestens 8 Zeichen lang sein.'),
  z.refine(
    (password) => bytesOf(password) <= passwordMaxBytes,
    'Das Passwort ist zu lang. Höchstens 72 Zeichen gehen, mit Umlauten und Emoji weniger.',
  ),
)
