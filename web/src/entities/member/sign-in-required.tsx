import { buttonClass } from '#web/ui/controls/button-class.ts'
import { LoginLink } from './login-link.tsx'

type Props = {
  /** By default the texts of the sign-in dialog; a screen that needs a member may say why. */
  title?: string
  text?: string
  /** `h1` where this is the page, `h2` below a page's own title. */
  as?: 'h1' | 'h2'
}

/** What a guest sees where a member is needed. */
export function SignInRequired({
  title = 'Anmeldung erforderlich',
  text = 'Bitte melde dich an:',
  as: Heading = 'h1',
}: Props) {
  return (
    <section className="mx-auto my-6 grid max-w-110 gap-3.5 border-2 border-ink bg-sheet p-5">
      <Heading className="type-h3">{title}</Heading>
      <p>{text}</p>
      <p>
        <LoginLink className={buttonClass({ variant: 'strong' })} request={{ title, description: text }}>
          Anmelden
        </LoginLink>
      </p>
    </section>
  )
}
