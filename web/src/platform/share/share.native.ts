import { registerPlugin } from '@capacitor/core'
import type { Directory, Encoding, FilesystemPlugin } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'
import { base64Of, type Shared, type ShareOutcome, shareFile, sheetOutcome } from './share-sheet.ts'

// Only its types are imported: the package's code includes a file system for browsers.

const Files = registerPlugin<Pick<FilesystemPlugin, 'writeFile' | 'rmdir'>>('Filesystem')

/** The cache is the only directory that native/android's file_paths.xml lets other apps read, and only shared files. */
const directory = 'CACHE' as Directory.Cache
const folder = 'handed-on'

/** Writes a file to the cache and opens the share sheet with it. Rejects as `shareFile`. */
export const openFileSheet = (name: string, content: string | Uint8Array): Promise<void> =>
  shareFile({
    async write() {
      // Without an encoding the plugin takes Base64 for bytes.
      const written =
        typeof content === 'string' ? { data: content, encoding: 'utf8' as Encoding.UTF8 } : { data: base64Of(content) }
      const { uri } = await Files.writeFile({ path: `${folder}/${name}`, directory, recursive: true, ...written })
      return uri
    },
    share: (uri) => Share.share({ title: name, dialogTitle: name, files: [uri] }),
    remove: () => Files.rmdir({ path: folder, directory, recursive: true }),
    after: (ms, callback) => setTimeout(callback, ms),
  })

/** Opens the share sheet with a link. Never throws. */
export const openShellSheet = ({ title, url }: Shared): Promise<ShareOutcome> =>
  sheetOutcome(() => Share.share({ title, url, dialogTitle: title }))
