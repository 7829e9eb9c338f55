import { CodeForm } from './code-form.tsx'
import type { Enrolment } from './two-factor-queries.ts'

type Props = { enrolment: Enrolment; onProven: () => Promise<void> }

/** In groups of four, as people read it out. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The secret as a picture and as text, and the proof that the app has got it. */
export function TwoFactorCode({ enrolment: { factorId, qrCode, secret }, onProven }: Props) {
  return (
    <>
      <p>Scanne den Code mit der App und gib dann die sechs Ziffern ein, die sie zeigt.</p>
      {/* Scanners want dark on light, whatever the theme. */}
      <img
        src={qrCode}
        alt="QR-Code für deine Authenticator-App"
        width={200}
        height={200}
        className="mx-auto p-2"
        style={{ background: '#fff' }}
      />
      <details className="note">
        <summary>Scannen geht nicht? Schlüssel abtippen</summary>
        <p className="mt-2 wrap-anywhere">
          <code className="num">{grouped(secret)}</code>
        </p>
        <p className="meta mt-2">
          Schreib ihn auf Papier, wenn du einen Weg zurück haben willst. Wir zeigen ihn nur jetzt.
        </p>
      </details>
      <CodeForm factorId={factorId} submit="Einschalten" onProven={onProven} />
    </>
  )
}
