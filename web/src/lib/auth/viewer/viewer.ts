import { createStore, useStore } from '#web/create-store.ts'
import type { OwnProfile, Role } from './own-profile.ts'

export type AssuranceLevel = 'aal1' | 'aal2'

/** The current viewer, as far as the interface knows. Permissions are enforced by the database alone. */
export type Viewer =
  /** A session may exist. Show what a guest sees or a skeleton; `profile` is the cached one, if any. */
  | { state: 'loading'; role: Role; profile: OwnProfile | null }
  /**
   * `pending`: a stored session is still being checked; the guest may turn out to be a member. `factor`: it is `pending`
   * because the account's second factor has not been entered yet. Nothing of the account is shown until then.
   */
  | { state: 'guest'; role: 'user'; pending?: boolean; factor?: boolean }
  | {
      state: 'member'
      user: { id: string; email: string; createdAt: string }
      /** null until it is loaded; `nickname` is null until the member chose one. */
      profile: OwnProfile | null
      role: Role
      /** `next` is aal2 once the account has a verified second factor. They differ while a member of this page signs in again. */
      assurance: { current: AssuranceLevel; next: AssuranceLevel }
    }

const store = createStore<Viewer>({ state: 'loading', role: 'user', profile: null })

/** The current viewer. */
export const viewer = store.get

/** Calls back whenever the viewer or their data changes. */
export const subscribeViewer = store.subscribe

/** For the session only. */
export const setViewer = store.set

/** The current viewer, for components. The server and hydration see `loading`, which renders like a guest. */
export const useViewer = (): Viewer => useStore(store)

/** Whose session the server ended on this page; null once they signed out themselves. What they typed may still stand here. */
let former: string | null = null

/** For the session only. */
export const rememberFormer = (userId: string | null): void => {
  former = userId
}

export const formerMember = (): string | null => former
