import path from 'node:path'
import { diskTree, type Tree, webBuild, webCopies } from '../../../scripts/native/tree.ts'

/** The files are read once for all cases. */
function remembered<Value>(read: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return (name) => {
    const value = known.get(name) ?? read(name)
    known.set(name, value)
    return value
  }
}

const { bytes, list } = diskTree(path.resolve(import.meta.dirname, '../../..'))
export const disk: Tree = { bytes: remembered(bytes), list: remembered(list) }

/** The repository with some files changed, added (`web/dist-native` is left out: other tests build it) or removed. */
export function treeWith(changed: Record<string, string | undefined>): Tree {
  const isGenerated = (file: string) => file.startsWith(webBuild) || webCopies.some((folder) => file.startsWith(folder))
  return {
    bytes: (file) =>
      file in changed ? Buffer.from(changed[file] ?? '') : isGenerated(file) ? undefined : disk.bytes(file),
    list: (folder) => [
      ...disk.list(folder).filter((file) => !isGenerated(file) && !(file in changed)),
      ...Object.keys(changed).filter((file) => file.startsWith(`${folder}/`)),
    ],
  }
}
