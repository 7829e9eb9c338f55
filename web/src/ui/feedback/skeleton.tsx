import type { CSSProperties } from 'react'

/** A stand-in of the final size while something loads. The list around it says so in words. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return <span className={`skeleton ${className}`} style={style} aria-hidden="true" />
}
