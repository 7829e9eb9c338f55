import type { AdminBadges } from '@hot/domain/contract/admin/staff'
import type { ComponentType } from 'react'
import type { ScreenProps } from './kit/screen.tsx'

/** Groups of the menu, in its order. */
export const menuGroups = ['Haus', 'Moderation', 'Inhalte', 'Menschen'] as const

export type Screen = {
  /** Below /admin; `:id` matches one segment. */
  path: string
  title: string
  /** The database refuses moderators here; the menu does not offer it to them. */
  adminOnly?: boolean
  /** The group of the menu in which it stands; without one it is reached from other screens. */
  menu?: (typeof menuGroups)[number]
  /** Its name in the menu, where the title is longer. */
  short?: string
  /** The count of waiting items that the menu shows beside it. */
  badge?: keyof AdminBadges
  load: () => Promise<{ default: ComponentType<ScreenProps> }>
}

/** Every path of the admin area, each with its own file, in the order of the menu. */
export const screens: readonly Screen[] = [
  { path: '', title: 'Übersicht', menu: 'Haus', load: () => import('./dashboard/screen.tsx') },
  { path: 'activity', title: 'Aktivität', menu: 'Haus', load: () => import('./activity/screen.tsx') },
  { path: 'transparency', title: 'Transparenz', menu: 'Haus', load: () => import('./transparency/screen.tsx') },
  { path: 'week', title: 'Woche', menu: 'Haus', adminOnly: true, load: () => import('./week/screen.tsx') },
  { path: 'analytics', title: 'Zahlen', menu: 'Haus', adminOnly: true, load: () => import('./analytics/screen.tsx') },
  {
    path: 'operations',
    title: 'Betrieb',
    menu: 'Haus',
    adminOnly: true,
    load: () => import('./operations/screen.tsx'),
  },
  { path: 'posts', title: 'Beiträge', menu: 'Moderation', badge: 'posts', load: () => import('./posts/screen.tsx') },
  {
    path: 'comments',
    title: 'Kommentare',
    menu: 'Moderation',
    badge: 'comments',
    load: () => import('./comments/screen.tsx'),
  },
  {
    path: 'reports',
    title: 'Meldungen',
    menu: 'Moderation',
    badge: 'reports',
    load: () => import('./reports/screen.tsx'),
  },
  {
    path: 'appeals',
    title: 'Einsprüche',
    menu: 'Moderation',
    badge: 'appeals',
    load: () => import('./appeals/screen.tsx'),
  },
  {
    path: 'star-requests',
    title: 'Stars selbst',
    menu: 'Moderation',
    badge: 'stars',
    load: () => import('./star-requests/screen.tsx'),
  },
  {
    path: 'concerns',
    title: 'Es geht um mich',
    menu: 'Moderation',
    badge: 'concerns',
    load: () => import('./concerns/screen.tsx'),
  },
  { path: 'moderation-archive', title: 'Archiv', menu: 'Moderation', load: () => import('./archive/screen.tsx') },
  { path: 'rules', title: 'Regeln', menu: 'Moderation', adminOnly: true, load: () => import('./rules/screen.tsx') },
  { path: 'stars', title: 'Stars', menu: 'Inhalte', load: () => import('./stars/screen.tsx') },
  { path: 'stars/create', title: 'Star anlegen', load: () => import('./stars/create-screen.tsx') },
  { path: 'stars/edit/:id', title: 'Star bearbeiten', load: () => import('./stars/edit-screen.tsx') },
  { path: 'stars/social-media', title: 'Social Media', menu: 'Inhalte', load: () => import('./social/screen.tsx') },
  { path: 'formats', title: 'Formate', menu: 'Inhalte', load: () => import('./formats/screen.tsx') },
  { path: 'formats/create', title: 'Format anlegen', load: () => import('./formats/create-screen.tsx') },
  { path: 'formats/edit/:id', title: 'Format bearbeiten', load: () => import('./formats/edit-screen.tsx') },
  { path: 'seasons', title: 'Staffeln', menu: 'Inhalte', load: () => import('./seasons/screen.tsx') },
  { path: 'seasons/create', title: 'Staffel anlegen', load: () => import('./seasons/create-screen.tsx') },
  { path: 'seasons/edit/:id', title: 'Staffel bearbeiten', load: () => import('./seasons/edit-screen.tsx') },
  { path: 'calendar', title: 'Kalender', menu: 'Inhalte', load: () => import('./calendar/screen.tsx') },
  {
    path: 'broadcasters',
    title: 'Sender und Streaming',
    short: 'Sender',
    menu: 'Inhalte',
    load: () => import('./broadcasters/screen.tsx'),
  },
  { path: 'news', title: 'News', menu: 'Inhalte', load: () => import('./news/screen.tsx') },
  { path: 'imports', title: 'Importe', menu: 'Inhalte', load: () => import('./imports/screen.tsx') },
  { path: 'bin', title: 'Papierkorb', menu: 'Inhalte', load: () => import('./archive/bin-screen.tsx') },
  { path: 'users', title: 'Nutzer', menu: 'Menschen', adminOnly: true, load: () => import('./users/screen.tsx') },
  { path: 'users/create', title: 'Nutzer einladen', adminOnly: true, load: () => import('./users/create-screen.tsx') },
  {
    path: 'users/edit/:id',
    title: 'Nutzer bearbeiten',
    adminOnly: true,
    load: () => import('./users/edit-screen.tsx'),
  },
  { path: 'invites', title: 'Einladungen', menu: 'Menschen', load: () => import('./invites/screen.tsx') },
  {
    path: 'settings',
    title: 'Einstellungen',
    menu: 'Menschen',
    adminOnly: true,
    load: () => import('./settings/screen.tsx'),
  },
  { path: 'texts', title: 'Texte', menu: 'Menschen', adminOnly: true, load: () => import('./texts/screen.tsx') },
]

/** The screen for a path like `/admin/stars/edit/1`, with its id; null if there is none. */
export function screenAt(path: string, among: readonly Screen[] = screens): { screen: Screen; id: string } | null {
  const parts = path.split('/').filter(Boolean).slice(1)
  for (const screen of among) {
    const wanted = screen.path.split('/').filter(Boolean)
    const fits = wanted.length === parts.length && wanted.every((part, at) => part === ':id' || part === parts[at])
    if (fits) return { screen, id: parts[wanted.indexOf(':id')] ?? '' }
  }
  return null
}
