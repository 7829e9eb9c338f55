import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  /** In place of a picture that cannot be had; default: its empty place. */
  instead?: ReactNode
}

/**
 * An image that is loaded when it comes within 300 px of the viewport; the browser's own lazy loading begins at
 * 1,250–2,500 px. Without JavaScript the copy in `<noscript>` is shown. One that cannot be had leaves its place empty.
 */
export function LazyImage({ src, srcSet, sizes, eager = false, alt = '', instead, ...rest }: Props) {
  const ref = useRef<HTMLImageElement>(null)
  const [near, setNear] = useState(eager)
  const [missing, setMissing] = useState<string>()
  useEffect(() => {
    const image = ref.current
    if (!image) return
    if (!near) return onceVisible(image, () => setNear(true))
    // It may have failed before the page was alive.
    if (image.complete && image.naturalWidth === 0) setMissing(src)
  }, [near, src])
  const source = { src: pictureAddress(src), srcSet, sizes, decoding: 'async' as const, ...rest }
  const isMissing = missing === src
  if (isMissing && instead !== undefined) return instead
  if (near && !isMissing)
    return (
      <img ref={ref} alt={alt} {...source} fetchPriority={eager ? 'high' : undefined} onError={() => setMissing(src)} />
    )
  return (
    <>
      <img ref={ref} alt={alt} {...rest} />
      {!near && (
        <noscript>
          <img alt={alt} {...source} loading="lazy" />
        </noscript>
      )}
    </>
  )
}
