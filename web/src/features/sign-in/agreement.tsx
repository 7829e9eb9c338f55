import { isNative } from '#web/platform/device/shell-kind.ts'

/** A new tab keeps what was typed; in the shells there are no tabs. */
const target = isNative ? {} : { target: '_blank', rel: 'noopener' }

/** Footer of the dialog: signing in means agreeing. */
export function Agreement() {
  return (
    <p className="meta sign-in-foot">
      Mit der Anmeldung akzeptierst du die{' '}
      <a className="link" href="/community-guidelines" {...target}>
        Community-Guidelines
      </a>{' '}
      und die{' '}
      <a className="link" href="/datenschutz" {...target}>
        Datenschutzerklärung
      </a>
      .
    </p>
  )
}
