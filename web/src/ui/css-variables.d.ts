import 'react'

/** Values per item such as `--s` are set as custom properties; React's types do not know them. */
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
