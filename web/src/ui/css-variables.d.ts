import 'react'

/** Allows custom properties such as `--s` in `style`, which React's types lack. */
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
