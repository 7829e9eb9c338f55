import type { ComponentType } from 'react'
import type { ScreenProps } from './kit/screen.tsx'

export type Screen = {
  /** Below /admin; `:id` matches one segment. */
  path: string
  title: string
  /** The database refuses moderators here; the menu does not offer it to them. */
  adminOnly?: boolean
  load: () => Promise<{ default: ComponentType<ScreenProps> }>
}

/** Every path of the admin area, each with its own file. */
export const screens: readonly Screen[] = [
  { path: '', title: 'Übersicht', load: () => import('./dashboard/screen.tsx') },
  { path: 'activity', title: 'Aktivität', load: () => import('./activity/screen.tsx') },
  { path: 'analytics', title: 'Zahlen', adminOnly: true, load: () => import('./analytics/screen.tsx') },
  { path: 'appeals', title: 'Einsprüche', load: () => import('./appeals/screen.tsx') },
  { path: 'bin', title: 'Papierkorb', load: () => import('./archive/bin-screen.tsx') },
  { path: 'broadcasters', title: 'Sender und Streaming', load: () => import('./broadcasters/screen.tsx') },
  { path: 'calendar', title: 'Kalender', load: () => import('./calendar/screen.tsx') },
  { path: 'comments', title: 'Kommentare', load: () => import('./comments/screen.tsx') },
  { path: 'formats', title: 'Formate', load: () => import('./formats/screen.tsx') },
  { path: 'formats/create', title: 'Format anlegen', load: () => import('./formats/create-screen.tsx') },
  { path: 'formats/edit/:id', title: 'Format bearbeiten', load: () => import('./formats/edit-screen.tsx') },
  { path: 'imports', title: 'Importe', load: () => import('./imports/screen.tsx') },
  { path: 'invites', title: 'Einladungen', load: () => import('./invites/screen.tsx') },
  { path: 'moderation-archive', title: 'Archiv', load: () => import('./archive/screen.tsx') },
  { path: 'news', title: 'News', load: () => import('./news/screen.tsx') },
  { path: 'posts', title: 'Beiträge', load: () => import('./posts/screen.tsx') },
  { path: 'reports', title: 'Meldungen', load: () => import('./reports/screen.tsx') },
  { path: 'rules', title: 'Regeln', adminOnly: true, load: () => import('./rules/screen.tsx') },
  { path: 'seasons', title: 'Staffeln', load: () => import('./seasons/screen.tsx') },
  { path: 'seasons/create', title: 'Staffel anlegen', load: () => import('./seasons/create-screen.tsx') },
  { path: 'seasons/edit/:id', title: 'Staffel bearbeiten', load: () => import('./seasons/edit-screen.tsx') },
  {
    path: 'settings',
    title: 'Einstellungen',
    adminOnly: true,
    load: () => import('./settings/screen.tsx'),
  },
  { path: 'star-requests', title: 'Stars selbst', load: () => import('./star-requests/screen.tsx') },
  { path: 'stars', title: 'Stars', load: () => import('./stars/screen.tsx') },
  { path: 'stars/create', title: 'Star anlegen', load: () => import('./stars/create-screen.tsx') },
  { path: 'stars/edit/:id', title: 'Star bearbeiten', load: () => import('./stars/edit-screen.tsx') },
  { path: 'stars/social-media', title: 'Social Media', load: () => import('./social/screen.tsx') },
  { path: 'texts', title: 'Texte', adminOnly: true, load: () => import('./texts/screen.tsx') },
  { path: 'transparency', title: 'Transparenz', load: () => import('./transparency/screen.tsx') },
  { path: 'week', title: 'Woche', adminOnly: true, load: () => import('./week/screen.tsx') },
  { path: 'users', title: 'Nutzer', adminOnly: true, load: () => import('./users/screen.tsx') },
  {
    path: 'users/create',
    title: 'Nutzer einladen',
    adminOnly: true,
    load: () => import('./users/create-screen.tsx'),
  },
  {
    path: 'users/edit/:id',
    title: 'Nutzer bearbeiten',
    adminOnly: true,
    load: () => import('./users/edit-screen.tsx'),
  },
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
