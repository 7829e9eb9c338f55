const LIST = /^\/storage\/v1\/object\/list\/[^/]+$/

type Entry = Record<string, unknown> & { name: string }

/** Folder that a `list` asks for, with its slash; undefined for every other request. */
export async function listedFolder(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST' || !LIST.test(new URL(request.url).pathname)) return undefined
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null) // lite refuses a body that is no JSON
  const prefix = body && typeof body === 'object' && 'prefix' in body ? body.prefix : ''
  return typeof prefix === 'string' && prefix !== '' ? `${prefix.replace(/\/+$/, '')}/` : ''
}

/** What a folder in a folder is to Supabase Storage: an entry without an id (StorageFileApi, FileObject). */
const subfolder = (name: string): Entry => ({
  name,
  id: null,
  updated_at: null,
  created_at: null,
  last_accessed_at: null,
  metadata: null,
})

/**
 * lite lists objects by their whole names, at any depth; Supabase Storage lists what lies in the folder, by its name
 * there (supabase/storage, migrations/tenant/0008-fix-search-function.sql: `path_tokens[levels]`).
 */
export async function listedAnswer(folder: string, response: Response): Promise<Response> {
  if (!response.ok) return response
  const entries = (await response.json()) as Entry[]
  const listed = new Map<string, Entry>()
  for (const entry of entries) {
    if (!entry.name.startsWith(folder)) continue
    const [name = '', ...deeper] = entry.name.slice(folder.length).split('/')
    listed.set(name, deeper.length > 0 ? subfolder(name) : { ...entry, name })
  }
  return Response.json([...listed.values()], { status: response.status })
}
