/** The wordmark; its o is under power. Wrap it in a link with an `aria-label`. */
export function Logo() {
  return (
    <span className="logo" aria-hidden="true">
      H<b>o</b>T
    </span>
  )
}
