/** Reads the own profile again after it was changed; other tabs follow. Rejects with DataError. */
export const refreshProfile = async (): Promise<void> => (await import('./session.ts')).refreshProfile()

/** Ends the session: on this device, everywhere, or everywhere else. Rejects when the server could not be told. */
export const signOut = async (scope: 'local' | 'global' | 'others' = 'local'): Promise<void> =>
  (await import('./auth-client.ts')).signOut(scope)
