import type { ComponentType } from 'react'

export type ScreenProps = {
  /** The `:id` of the address; empty where it has none. */
  id: string
}
export type Screen = {
  /** Below /admin; `:id` stands for one part. */
  path: string
  title: string
  /** The database refuses moderators here; the menu does not offer it to them. */
  adminOnly?: boolean
  load: () => Promise<{ default: ComponentType<ScreenProps> }>
}

/** Every path of the admin area, each with a file of its own. */
export const screens: readonly Screen[] = [
  { path: '', title: 'Übersicht', load: () => import('./dashboard/dashboard-screen.tsx') },
  { path: 'activity', title: 'Aktivität', load: () => import('./activity/activity-screen.tsx') },
  { path: 'analytics', title: 'Zahlen', adminOnly: true, load: () => import('./analytics/analytics-screen.tsx') },
  { path: 'appeals', title: 'Einsprüche', load: () => import('./appeals/appeals-screen.tsx') },
  { path: 'broadcasters', title: 'Sender und Streaming', load: () => import('./broadcasters/screen.tsx') },
  { path: 'calendar', title: 'Kalender', load: () => import('./calendar/calendar-screen.tsx') },
  { path: 'formats', title: 'Formate', load: () => import('./formats/formats-screen.tsx') },
  { path: 'formats/create', title: 'Format anlegen', load: () => import('./formats/create-format-screen.tsx') },
  { path: 'formats/edit/:id', title: 'Format bearbeiten', load: () => import('./formats/edit-format-screen.tsx') },
  { path: 'imports', title: 'Importe', load: () => import('./imports/imports-screen.tsx') },
  { path: 'invites', title: 'Einladungen', load: () => import('./invites/invites-screen.tsx') },
  { path: 'moderation-archive', title: 'Archiv', load: () => import('./archive/archive-screen.tsx') },
  { path: 'news', title: 'News', load: () => import('./news/news-screen.tsx') },
  { path: 'posts', title: 'Beiträge', load: () => import('./posts/posts-screen.tsx') },
  { path: 'reports', title: 'Meldungen', load: () => import('./reports/reports-screen.tsx') },
  { path: 'seasons', title: 'Staffeln', load: () => import('./seasons/seasons-screen.tsx') },
  { path: 'seasons/create', title: 'Staffel anlegen', load: () => import('./seasons/create-season-screen.tsx') },
  { path: 'seasons/edit/:id', title: 'Staffel bearbeiten', load: () => import('./seasons/edit-season-screen.tsx') },
  {
    path: 'settings',
    title: 'Einstellungen',
    adminOnly: true,
    load: () => import('./settings/settings-screen.tsx'),
  },
  { path: 'stars', title: 'Stars', load: () => import('./stars/stars-screen.tsx') },
  { path: 'stars/create', title: 'Star anlegen', load: () => import('./stars/create-star-screen.tsx') },
  { path: 'stars/edit/:id', title: 'Star bearbeiten', load: () => import('./stars/edit-star-screen.tsx') },
  { path: 'stars/social-media', title: 'Social Media', load: () => import('./stars/social-screen.tsx') },
  { path: 'transparency', title: 'Transparenz', load: () => import('./transparency/transparency-screen.tsx') },
  { path: 'users', title: 'Nutzer', adminOnly: true, load: () => import('./users/users-screen.tsx') },
  {
    path: 'users/create',
    title: 'Nutzer einladen',
    adminOnly: true,
    load: () => import('./users/user-create-screen.tsx'),
  },
  {
    path: 'users/edit/:id',
    title: 'Nutzer bearbeiten',
    adminOnly: true,
    load: () => import('./users/user-screen.tsx'),
  },
]

/** The screen at a path like `/admin/stars/edit/1`, with the id in it; null where there is none. */
export function screenAt(path: string, among: readonly Screen[] = screens): { screen: Screen; id: string } | null {
  const parts = path.split('/').filter(Boolean).slice(1)
  for (const screen of among) {
    const wanted = screen.path.split('/').filter(Boolean)
    const fits = wanted.length === parts.length && wanted.every((part, at) => part === ':id' || part === parts[at])
    if (fits) return { screen, id: parts[wanted.indexOf(':id')] ?? '' }
  }
  return null
}
