import { createHash } from 'node:crypto'
import type { App } from '@supabase/lite'
import type { FileStore, StoredFile } from './file-store.ts'
import { asWebp, MAX_IMAGE_BYTES } from './images.ts'
import { UploadRefusal } from './upload-refusal.ts'

type StorageAdapter = NonNullable<App['_storageAdapter']>
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
