/**
 * The wordmark; its o is under power. Wrap it in a link with an `aria-label`. Drawn, because it is the first thing on every
 * page and would wait for its face: "HoT Kopf" at 62 % and 125 % of width, thousandths of an em, base line at 834.
 */
export function Logo() {
  return (
    <svg viewBox="0 0 1760 1000" className="logo" aria-hidden="true">
      <path d="M210 834H43V146h167v267h88V146h168v688H298V558h-88ZM1622 834h-168V291h-135V146h437v145h-134Z" />
      <path d="M907 846q-107 0-188-30-81-31-126-92t-45-154 45-154q45-62 126-92t188-30 188 30q80 30 125 92 45 61 45 154t-45 154-125 92q-81 30-188 30m0-133q50 0 83-17 33-18 49-48 15-30 15-68v-20q0-38-15-68-16-30-49-47-33-18-83-18-51 0-83 18-33 17-49 47t-16 68v20q0 38 16 68t49 48q32 17 83 17" />
    </svg>
  )
}
