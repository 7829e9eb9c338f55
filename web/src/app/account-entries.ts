export type AccountEntry = { to: string; title: string; icon: 'login' | 'legal' }

/**
 * What the account menu offers a guest, besides the theme (specification §2 Shell): Login, and in the native shells
 * the legal notice. The entries of members and admins join here once there are sessions.
 */
export function guestEntries(native: boolean): readonly AccountEntry[] {
  const login: AccountEntry = { to: '/auth', title: 'Login', icon: 'login' }
  const legal: AccountEntry = { to: '/impressum', title: 'Impressum', icon: 'legal' }
  return native ? [login, legal] : [login]
}
