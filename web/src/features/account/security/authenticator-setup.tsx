import { codeSchema } from '@hot/domain/auth/sign-in-form'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { type Enrolment, proveCode } from './api.ts'

/** The secret in groups of four characters, for typing it. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** Whether this is a phone or tablet: it cannot scan what it shows. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

type Props = { enrolment: Enrolment; onProven: () => Promise<void>; onBack: () => void }

/**
 * The secret of an authenticator app and a code field to verify that the app has it. On touch devices the app is opened by
 * a link and the secret is there to copy; elsewhere the QR code comes first.
 */
export function AuthenticatorSetup({ enrolment: { factorId, qrCode, secret, uri }, onProven, onBack }: Props) {
  const start = useRef<HTMLParagraphElement>(null)
  const [touch] = useState(isTouch)
  // The pressed button is gone. The field must not get the focus: on phones, the keyboard would cover the QR code.
  useEffect(() => start.current?.focus(), [])
  const code = <QrCode src={qrCode} />
  return (
    <>
      <p ref={start} tabIndex={-1} className="outline-none">
        {touch
          ? 'Öffne deine Authenticator-App und gib dann die sechs Ziffern ein, die sie zeigt.'
          : 'Scanne den QR-Code mit deiner App und gib dann die sechs Ziffern ein, die sie zeigt.'}
      </p>
      {touch ? (
        <>
          <p>
            <a className={buttonClass({ variant: 'strong', wide: true })} href={uri}>
              In Authenticator öffnen
            </a>
          </p>
          <div className="callout">
            <Secret secret={secret} lead="Tut sich nichts? Dann trag den Schlüssel in der App von Hand ein:" />
          </div>
          <details className="callout">
            <summary>Die App ist auf einem anderen Gerät? QR-Code scannen</summary>
            {code}
          </details>
        </>
      ) : (
        <>
          {code}
          <details className="callout">
            <summary>Scannen geht nicht? Schlüssel eintragen</summary>
            <Secret secret={secret} lead="Trag ihn in der App von Hand ein. Wir zeigen ihn nur jetzt." />
          </details>
        </>
      )}
      <CodeForm factorId={factorId} onProven={onProven} onBack={onBack} />
    </>
  )
}

/** Scanners need dark on light, also in the dark theme. */
function QrCode({ src }: { src: string }) {
  return (
    <img
      src={src}
      alt="QR-Code für deine Authenticator-App"
      width={200}
      height={200}
      className="mx-auto p-2"
      style={{ background: '#fff' }}
    />
  )
}

function Secret({ secret, lead }: { secret: string; lead: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <p className="meta mt-2">{lead}</p>
      <p className="my-2 wrap-anywhere">
        <code className="num">{grouped(secret)}</code>
      </p>
      <Button small onClick={() => void copy()}>
        <Icon of={Copy} size={16} />
        Schlüssel kopieren
      </Button>
      <p role="status" className="meta">
        {`${copied === true ? 'Kopiert.' : ''}${copied === false ? 'Kopieren geht hier nicht. Halt den Schlüssel gedrückt, um ihn zu markieren.' : ''}`}
      </p>
    </>
  )
}

/** Six digits from an authenticator app. */
function CodeForm({ factorId, onProven, onBack }: Omit<Props, 'enrolment'> & { factorId: string }) {
  const form = useZodForm(codeSchema, { code: '' })
  const { busy, run } = useWrite(({ code }: { code: string }) => proveCode(factorId, code), {
    onFailed: (error) => form.showErrors({ code: failureText(error) }),
  })
  const prove = async (fields: { code: string }) => {
    if (await run(fields)) await onProven()
  }
  return (
    <form {...form.formProps(prove)} className="grid gap-4">
      <TextField
        label="Code aus deiner App"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Sechs Ziffern, alle 30 Sekunden neue."
        {...form.input('code')}
      />
      <p className="flex flex-wrap gap-2">
        <Button type="submit" variant="hot" busy={busy}>
          {busy ? 'Wird geprüft …' : 'Einschalten'}
        </Button>
        <Button busy={busy} onClick={onBack}>
          Zurück
        </Button>
      </p>
    </form>
  )
}
