/**
 * The wordmark; its o is a power symbol. Wrap it in a link with an `aria-label`. Drawn as paths, because it is the first
 * element of every page and would wait for its font: "HoT Kopf" at 62 % and 125 % width, 250 units per em, baseline at 209.
 */
export function Logo() {
  return (
    <svg viewBox="0 0 440 250" className="logo" aria-hidden="true">
      <path d="M53 209H11V37h42v67h22V37h42v172H75v-69H53ZM406 209h-42V73h-34V37h109v36h-33Z" />
      <path d="M227 212c-54 0-90-23-90-69s36-69 90-69 90 23 90 69-36 69-90 69m0-33c25 0 37-14 37-36s-12-36-37-36-37 14-37 36 12 36 37 36" />
    </svg>
  )
}
