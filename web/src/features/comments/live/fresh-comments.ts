/** Comments of others that came while the page was open and are not shown yet. */
export type Fresh = readonly { id: string; rootId: string }[]

/** Each once, in the order they came. */
export const withFresh = (fresh: Fresh, id: string, rootId: string): Fresh =>
  fresh.some((one) => one.id === id) ? fresh : [...fresh, { id, rootId }]

/** One was deleted before anybody saw it, or is shown by now. */
export const withoutFresh = (fresh: Fresh, gone: (id: string) => boolean): Fresh =>
  fresh.some(({ id }) => gone(id)) ? fresh.filter(({ id }) => !gone(id)) : fresh

/** Threads to ask for, so that all of them can be shown. */
export const rootsOf = (fresh: Fresh): string[] => [...new Set(fresh.map(({ rootId }) => rootId))]
