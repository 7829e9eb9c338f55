import { useEffect, useRef, useState } from 'react'
import { onceVisible } from '../hooks/once-visible.ts'

/**
 * Stored picture URLs are paths below the backend. The website serves them itself; a native shell, whose pages are on
 * the device, requests them from the backend, whose origin is set on the document once known.
 */
export function pictureAddress(src: string): string {
  if (import.meta.env.VITE_SHELL !== 'native' || !src.startsWith('/storage/')) return src
  return `${document.documentElement.dataset.backend ?? ''}${src}`
}

type Props = {
  src: string
  srcSet?: string | undefined
  sizes?: string | undefined
  /** Intrinsic size in px, which reserves the space before the picture is loaded. */
  width: number
  height: number
  /** Empty if the text beside the picture says the same. */
  alt?: string
  /** Not lazy: for the first pictures of a page. */
  eager?: boolean | undefined
  className?: string
}

/**
 * An image that is loaded when it comes within 300 px of the viewport; the browser's own lazy loading begins at
 * 1,250–2,500 px. Without JavaScript the copy in `<noscript>` is shown.
 */
export function LazyImage({ src, srcSet, sizes, eager = false, alt = '', ...rest }: Props) {
  const ref = useRef<HTMLImageElement>(null)
  const [near, setNear] = useState(eager)
  useEffect(() => {
    if (near || !ref.current) return
    return onceVisible(ref.current, () => setNear(true))
  }, [near])
  const source = { src: pictureAddress(src), srcSet, sizes, decoding: 'async' as const, ...rest }
  if (near) return <img alt={alt} {...source} fetchPriority={eager ? 'high' : undefined} />
  return (
    <>
      <img ref={ref} alt={alt} {...rest} />
      <noscript>
        <img alt={alt} {...source} loading="lazy" />
      </noscript>
    </>
  )
}
