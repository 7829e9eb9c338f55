import type { AdminBadges } from '@hot/domain/contract/admin/staff'

/** An entry of the admin menu. `badge` names the count of waiting items shown beside it. */
export type NavEntry = {
  path: string
  title: string
  badge?: keyof AdminBadges
  adminOnly?: boolean
}
/** Filters menu entries: moderators do not see what the database refuses them. */
export const isOpenTo = (isAdmin: boolean) => (entry: NavEntry) => isAdmin || !entry.adminOnly

type NavGroup = { title: string; entries: readonly NavEntry[] }

export const navGroups: readonly NavGroup[] = [
  {
    title: 'Haus',
    entries: [
      { path: '/admin', title: 'Übersicht' },
      { path: '/admin/activity', title: 'Aktivität' },
      { path: '/admin/transparency', title: 'Transparenz' },
      { path: '/admin/week', title: 'Woche', adminOnly: true },
      { path: '/admin/analytics', title: 'Zahlen', adminOnly: true },
    ],
  },
  {
    title: 'Moderation',
    entries: [
      { path: '/admin/posts', title: 'Beiträge', badge: 'posts' },
      { path: '/admin/comments', title: 'Kommentare', badge: 'comments' },
      { path: '/admin/reports', title: 'Meldungen', badge: 'reports' },
      { path: '/admin/appeals', title: 'Einsprüche', badge: 'appeals' },
      { path: '/admin/star-requests', title: 'Stars selbst', badge: 'stars' },
      { path: '/admin/moderation-archive', title: 'Archiv' },
      { path: '/admin/rules', title: 'Regeln', adminOnly: true },
    ],
  },
  {
    title: 'Inhalte',
    entries: [
      { path: '/admin/stars', title: 'Stars' },
      { path: '/admin/stars/social-media', title: 'Social Media' },
      { path: '/admin/formats', title: 'Formate' },
      { path: '/admin/seasons', title: 'Staffeln' },
      { path: '/admin/calendar', title: 'Kalender' },
      { path: '/admin/broadcasters', title: 'Sender' },
      { path: '/admin/news', title: 'News' },
      { path: '/admin/imports', title: 'Importe' },
      { path: '/admin/bin', title: 'Papierkorb' },
    ],
  },
  {
    title: 'Menschen',
    entries: [
      { path: '/admin/users', title: 'Nutzer', adminOnly: true },
      { path: '/admin/invites', title: 'Einladungen' },
      { path: '/admin/settings', title: 'Einstellungen', adminOnly: true },
      { path: '/admin/texts', title: 'Texte', adminOnly: true },
    ],
  },
]

/** The entry a screen belongs to: its own, else the one with the longest matching prefix; /admin itself matches only exactly. */
export function entryOf(path: string): string | undefined {
  const above = navGroups
    .flatMap(({ entries }) => entries.map((entry) => entry.path))
    .filter((entry) => path === entry || (entry !== '/admin' && path.startsWith(`${entry}/`)))
  return above.sort((one, other) => other.length - one.length)[0]
}

/** The group whose tabs phones show on this screen; the first one where none fits. */
export function groupOf(path: string): string {
  const entry = entryOf(path)
  const group = navGroups.find(({ entries }) => entries.some((one) => one.path === entry)) ?? navGroups[0]
  return group?.title ?? ''
}

/** How many things wait at an entry. */
export const waitingAt = ({ badge }: Pick<NavEntry, 'badge'>, badges: AdminBadges | undefined): number =>
  (badge && badges?.[badge]) ?? 0
