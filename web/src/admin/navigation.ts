import type { AdminBadges } from '@hot/domain/contract/admin/staff'
import { menuGroups, type Screen, screens } from './screens.ts'

/** An entry of the admin menu. `badge` names the count of waiting items shown beside it. */
export type NavEntry = Pick<Screen, 'path' | 'title' | 'badge' | 'adminOnly'>

/** Filters menu entries: moderators do not see what the database refuses them. */
export const isOpenTo = (isAdmin: boolean) => (entry: NavEntry) => isAdmin || !entry.adminOnly

const entryFor = ({ path, title, short, ...rest }: Screen): NavEntry => ({
  ...rest,
  path: path ? `/admin/${path}` : '/admin',
  title: short ?? title,
})

/** The menu: the screens that name a group, group by group. */
export const navGroups: readonly { title: string; entries: readonly NavEntry[] }[] = menuGroups.map((title) => ({
  title,
  entries: screens.filter(({ menu }) => menu === title).map(entryFor),
}))

/** Screens on which something is made, with the group of the list they belong to. They are not in the menu. */
export const makers = (): (NavEntry & { group: string })[] =>
  screens
    .filter(({ path }) => path.endsWith('/create'))
    .map(entryFor)
    .map((entry) => ({ ...entry, group: groupOf(entry.path) }))

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
