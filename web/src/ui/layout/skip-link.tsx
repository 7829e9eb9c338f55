/** First thing in the page: `<main id="inhalt" tabIndex={-1}>` is its target. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#inhalt">
      Zum Inhalt
    </a>
  )
}
