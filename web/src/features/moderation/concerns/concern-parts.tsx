import { concernNameMax } from '@hot/domain/concern/form'
import type { ComponentProps } from 'react'
import { Callout } from '#web/ui/feedback/state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'

/** What the forms without account say where they cannot work. */
export const FormNeedsScript = () => (
  <noscript>
    <Callout kind="warn">
      Dieses Formular braucht JavaScript. Ohne schreibst du uns genauso gut eine Mail: Die Adresse steht im{' '}
      <a href="/impressum" className="link">
        Impressum
      </a>
      .
    </Callout>
  </noscript>
)

type Field = Omit<ComponentProps<typeof TextField>, 'label'>

/** Who writes, and where the answer goes. */
export const SenderFields = ({ name, email, hint }: { name: Field; email: Field; hint: string }) => (
  <>
    <TextField label="Dein Name" autoComplete="name" maxLength={concernNameMax} {...name} />
    <TextField label="Deine E-Mail-Adresse" type="email" autoComplete="email" hint={hint} {...email} />
  </>
)
