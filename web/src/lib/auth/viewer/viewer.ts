import { createStore, useStore } from '#web/create-store.ts'
import type { OwnProfile, Role } from './own-profile.ts'

export type AssuranceLevel = 'aal1' | 'aal2'

/** Who looks at the page, as far as the interface knows. What anybody may do is the database's word alone. */
export type Viewer =
  /** A session may exist. Show what a guest sees or a skeleton; `profile` is the cached one, if any. */
  | { state: 'loading'; role: Role; profile: OwnProfile | null }
  /** `pending`: a stored session is still being checked; it may turn into a member any moment. */
  | { state: 'guest'; role: 'user'; pending?: boolean }
  | {
      state: 'member'
      user: { id: string; email: string; createdAt: string }
      /** null until it arrived; a profile whose `nickname` is null has none yet. */
      profile: OwnProfile | null
      role: Role
      /** `next` is aal2 once the account has a verified second factor. */
      assurance: { current: AssuranceLevel; next: AssuranceLevel }
    }

const store = createStore<Viewer>({ state: 'loading', role: 'user', profile: null })

/** Who is looking right now. */
export const viewer = store.get

/** Calls back whenever somebody else is looking, or the same person changed. */
export const subscribeViewer = store.subscribe

/** For the session only. */
export const setViewer = store.set

/** Who is looking, for components. The server and hydration see `loading`, which looks like a guest. */
export const useViewer = (): Viewer => useStore(store)
