import { classNames } from '../class-names.ts'

/** `hot`: the one main action of a view. `strong`: ink on paper. `quiet`: without border. `danger`: destroys something. */
type ButtonVariant = 'plain' | 'hot' | 'strong' | 'quiet' | 'danger'
export type ButtonLook = {
  variant?: ButtonVariant | undefined
  small?: boolean | undefined
  wide?: boolean | undefined
}

/** Classes of a button, for links that look like one: `<Link className={buttonClass({ variant: 'hot' })}>`. */
export function buttonClass({ variant = 'plain', small, wide }: ButtonLook = {}): string {
  return classNames('btn', variant !== 'plain' && `btn-${variant}`, small && 'btn-small', wide && 'btn-wide')
}
