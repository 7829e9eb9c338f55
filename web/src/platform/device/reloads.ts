/**
 * While something on the page is not stored yet: settles once it is. What nobody asked for (a reload for new code, or once
 * the network is back) waits for it; the browser would ask "leave this page?" without saying why, and a yes would lose it.
 */
export const reloads: { waitFor: Promise<void> | null } = { waitFor: null }
