import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { UploadRefusal } from '../storage/answers.ts'
import type { FileStore, StoredFile } from '../storage/file-store.ts'
import type { StorageAdapter } from './lite-adapter.ts'

/** Pictures a browser may upload. SVG is a document with scripts, not a picture. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
const MAX_IMAGE_BYTES = 8 * 1024 * 1024
/** A small file can unfold to gigabytes: refused before it is decoded. */
const MAX_PIXELS = 24_000_000
/** No page shows a picture larger than this. */
const MAX_EDGE = 1600
const QUALITY = 82

const unreadable = () =>
  new UploadRefusal(415, 'invalid_mime_type', 'mime type is not supported: not a readable picture')

/**
 * The picture as WebP without metadata, upright, at most 1600 px wide or high. What the bytes are decides, never the
 * declared type: a page or script in disguise does not survive being decoded and re-encoded.
 */
async function asWebp(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.byteLength > MAX_IMAGE_BYTES)
    throw new UploadRefusal(413, 'Payload too large', 'The object exceeded the maximum allowed size')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED.has(type.mime))
    throw new UploadRefusal(415, 'invalid_mime_type', `mime type ${type?.mime ?? 'unknown'} is not supported`)
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    return await picture
      .rotate()
      .resize(MAX_EDGE, MAX_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch {
    throw unreadable() // sharp's words name its inner workings; the person learns that the file is no picture
  }
}

type Body = Parameters<StorageAdapter['uploadObject']>[3]

const WEBP = 'image/webp'

async function bytesOf(body: Body): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_IMAGE_BYTES)
      throw new UploadRefusal(413, 'Payload too large', 'The object exceeded the maximum allowed size')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const metadataOf = (file: StoredFile) => ({
  cacheControl: file.cacheControl,
  contentLength: file.bytes.byteLength,
  size: file.bytes.byteLength,
  mimetype: WEBP,
  lastModified: file.savedAt,
  eTag: `"${createHash('sha256').update(file.bytes).digest('hex').slice(0, 32)}"`,
  httpStatusCode: 200,
})

/** lite's storage on our files. Everything stored is a picture that we have encoded again. */
export function pictureAdapter(store: FileStore): StorageAdapter {
  const found = async (bucket: string, name: string) => {
    const file = await store.get(bucket, name)
    if (!file) throw new Error('The row has no file.')
    return file
  }
  return {
    driver: store,
    getObject: async (bucket, name) => {
      const file = await found(bucket, name)
      return { metadata: metadataOf(file), httpStatusCode: 200, body: file.bytes }
    },
    headObject: async (bucket, name) => metadataOf(await found(bucket, name)),
    uploadObject: async (bucket, name, _version, body, _declaredType, cacheControl) => {
      const file = { bytes: await asWebp(await bytesOf(body)), cacheControl, savedAt: new Date() }
      await store.put(bucket, name, file)
      return metadataOf(file)
    },
    deleteObject: (bucket, name) => store.remove(bucket, name),
    deleteObjects: async (bucket, names) => {
      for (const name of names) await store.remove(bucket, name)
    },
    copyObject: async (bucket, name, _version, toBucket, toName) => {
      const file = await found(bucket, name)
      await store.put(toBucket, toName, file)
      return metadataOf(file)
    },
    privateAssetUrl: async () => {
      throw new Error('Files here have no address of their own.')
    },
  }
}
