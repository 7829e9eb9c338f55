export type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null }

/** A page's own code, as the router's plugin splits it off. */
const page = /\/src\/routes\/[^?]*\?tsr-split/
/** Pages whose visitors act or have a session; what only they share must not weigh on a guest's first route. */
const membersPage = /\/src\/routes\/(account|admin|auth|invite)/

/** All that needs a module from the start, itself included; what imports it on demand does not count. */
function startersOf(id: string, modules: Modules): readonly string[] {
  const seen = new Set([id])
  for (const at of seen) for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer)
  return [...seen]
}

const isGuestsPage = (at: string): boolean => page.test(at) && !membersPage.test(at)

/** Names the chunk of what so many pages that guests read share; everything else stays where the bundler puts it. */
export const sharedByPages =
  (name: string, atLeast: number) =>
  (id: string, modules: Modules): string | null =>
    startersOf(id, modules).filter(isGuestsPage).length >= atLeast ? name : null

/** Names the chunk of what neither the first file nor a guest's page needs before somebody acts. */
export const onDemand =
  (name: string) =>
  (id: string, modules: Modules): string | null =>
    startersOf(id, modules).some((at) => at.includes('routeTree.gen') || isGuestsPage(at)) ? null : name

/** Names the chunk of what is there as soon as one of the `starters` is. */
export const neededBy =
  (name: string, starters: RegExp) =>
  (id: string, modules: Modules): string | null =>
    startersOf(id, modules).some((at) => starters.test(at)) ? name : null
