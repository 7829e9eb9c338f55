import type { Ask } from '../backend/backend-watch.ts'

const publicFiles = '/storage/v1/object/public/'
/** Far above what an upload becomes; a picture of somebody's own making is not read to its end. */
const mostBytes = 4 << 20

export type PortraitOptions = {
  ask: Ask /** Base of the backend's addresses, see `BackendLink.origin`. */
  backendUrl: string
}

/** Path of a picture in our own storage; undefined for any other address, which the server must not be made to fetch. */
function ownPicturePath(address: string, backendUrl: string): string | undefined {
  const path = address.startsWith(`${backendUrl}/`) ? address.slice(backendUrl.length) : address
  return path.startsWith(publicFiles) && !/[?#\\]|\.\./.test(path) ? path : undefined
}

/**
 * A photo as the drawing library reads it: a JPEG of the given size as a `data:` address. Undefined when there is none or
 * it cannot be read; then initials stand in for it.
 */
export function portraitReader({ ask, backendUrl }: PortraitOptions) {
  return async (address: string | null, width: number, height: number): Promise<string | undefined> => {
    const path = address && ownPicturePath(address, backendUrl)
    if (!path) return undefined
    const response = await ask(new Request(backendUrl + path))
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > mostBytes) return undefined
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > mostBytes) return undefined
    // Loaded with the first photo: it takes a moment, and many installations have none.
    const { default: sharp } = await import('sharp')
    try {
      const jpeg = await sharp(bytes)
        .resize(width, height, { fit: 'cover', position: 'top' })
        .flatten()
        .jpeg({ quality: 86 })
        .toBuffer()
      return `data:image/jpeg;base64,${jpeg.toString('base64')}`
    } catch {
      // Not a picture after all.
      return undefined
    }
  }
}
