import path from 'node:path'
import type { BackendOptions } from '../backend-options.ts'
import { directoryStore, type FileStore, memoryStore } from './file-store.ts'

/**
 * Where uploaded files are: in a bucket, in the data directory, or with neither in memory. Throws StartError if the
 * bucket cannot be used.
 */
export async function openFiles(
  { s3, dataDir }: Pick<BackendOptions, 's3' | 'dataDir'>,
  log: (line: string) => void,
): Promise<FileStore> {
  if (!s3) return dataDir ? directoryStore(path.join(dataDir, 'files')) : memoryStore()
  // Loaded by those who have a bucket only.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(s3, log)
}
