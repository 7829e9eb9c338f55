export type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null }

/** A page's own code, as the router's plugin splits it off. */
const page = /\/src\/routes\/[^?]*\?tsr-split/
/** Pages whose visitors act or have a session; what only they share must not weigh on a guest's first route. */
const membersPage = /\/src\/routes\/(account|admin|auth|invite)/

/** How many pages that guests read need a module from the start; what is imported on demand does not count. */
function readersOf(id: string, modules: Modules): number {
  const seen = new Set([id])
  for (const at of seen) for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer)
  return [...seen].filter((at) => page.test(at) && !membersPage.test(at)).length
}

/** Names the chunk of what so many pages share; everything else stays where the bundler puts it. */
export const sharedByPages =
  (name: string, atLeast: number) =>
  (id: string, modules: Modules): string | null =>
    readersOf(id, modules) >= atLeast ? name : null
