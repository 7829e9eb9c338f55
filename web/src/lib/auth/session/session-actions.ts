/** Refetches the viewer's profile after a change; other tabs follow. Rejects with DataError. */
export const refreshProfile = async (): Promise<void> => (await import('./session.ts')).refreshProfile()

/** Ends the session: on this device, everywhere, or everywhere else. Rejects when the server cannot be reached. */
export const signOut = async (scope: 'local' | 'global' | 'others' = 'local'): Promise<void> =>
  (await import('./auth-client.ts')).signOut(scope)
