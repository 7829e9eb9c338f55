import 'react'

// What React's types lack.
declare module 'react' {
  /** What a button does to the element it names, without a script of ours. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
  /** Custom properties such as `--s` in `style`. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
