import { type Modules, neededBy, onDemand, sharedByPages } from './shared-by-pages.ts'

const family = {
  // Under a star, a format and a season, with the little that the two share; the start page has no use for it.
  related: /src\/features\/(posts\/tagged-posts|formats\/(season-title|format-description|format-section))/,
  // What lists and pages of Trashtalk need beside the posts themselves, which the start page shows as well.
  trashtalk: /src\/features\/posts\/(kind-tabs|posts-skeleton)/,
  // Beside a post's own text, and its comments; with everything else it would be six files of a few bytes.
  post: /src\/(features\/(posts\/(rumor-note|post-tags)|comments\/(comment-(text|mentions|tools)|comments-queries|open-form|threads))|ui\/(user-text|note|comment-frame))|domain\/src\/(links|nickname-form)/,
  posts:
    /src\/(features\/posts\/(?!tagged-posts|trashtalk-queries)|ui\/(note|poll|post|reaction|rumor|stamp|type-mark)|post-address)/,
  // Cards with hearts; the start page ranks stars without them.
  stars:
    /src\/(features\/stars\/(act-on|fan-|guest-|rating-|star-grid|star-tile|use-)|ui\/(fan-button|star-card))|star-questions/,
  // Shows of the calendar: half of the pages have none.
  events: /src\/(features\/calendar\/event-|ui\/event-row)|domain\/src\/event-rules/,
  profile: /src\/features\/profile\//,
  charts: /src\/(features\/charts\/|ui\/(podium|figure))/,
  legal: /src\/(features\/legal\/|data\/operator-fields)/,
}
const families = new RegExp(
  Object.values(family)
    .map(({ source }) => source)
    .join('|'),
)
/** Less than a request costs: fewer pages are reason enough. */
const tiny = /icons\/|plain-icon|ui\/(breadcrumb|season-card)|stars-queries|star-questions/
/** React Query's part for writing, and what asks before a form is left, come with the pages that write. */
const shared =
  /src\/(ui|data|platform|app(?!\/sign-in-required)|features)\/|domain\/src|@tanstack\/(?!.*([mM]utation|useBlocker))|preload-helper/

/**
 * What many first routes need arrives in one file instead of thirty: on a phone's connection a request costs more than
 * the bytes it saves. Families of pages have a file of their own, so that the calendar does not carry the posts.
 * Modules that only one route uses, or that load on demand, stay on their own.
 */
export const chunkGroups = [
  {
    name: neededBy('vendor', /src\/client\.tsx|react-dom\/client/),
    test: /src\/client\.tsx|node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store|seroval)\/(?!.*useBlocker)/,
    priority: 4,
  },
  // Before the families, which would take with them what they need.
  {
    name: (id: string, modules: Modules) => sharedByPages('app', tiny.test(id) ? 2 : 3)(id, modules),
    test: (id: string) => tiny.test(id) || (shared.test(id) && !families.test(id)),
    priority: 3,
  },
  // What the shells need at their start, and the way to the device: signing in would take it along, and come with it. What
  // is asked of the device later, and what its plugins do in a browser, stays on its own.
  {
    name: neededBy('shell', /app\/(start-native|end-splash)\.ts/),
    test: /@capacitor\/|\.native\.ts|app\/(start-native|end-splash)|platform\/(deep-link|sign-in-return)|src\/app-links/,
    priority: 4,
  },
  // What acts and signs in: shared with the account and the admin area, it would be thirty files of a few bytes. A group takes
  // along what its modules need, so what others need without it comes first.
  {
    name: onDemand('basics'),
    test: /data\/(reach|rest-reach|ask-function|access-token|session-storage)|src\/storage-keys/,
    priority: 1,
  },
  {
    name: onDemand('session'),
    test: /data\/(auth-client|auth-traffic|session-actions)|oauth-answer|same-origin-path|pending-invite/,
    priority: 1,
  },
  {
    name: onDemand('forms'),
    test: /src\/ui\/(code-field|form-failure|password-field|text-field|use-mistake)|icons\/(eye|mail)/,
    priority: 1,
  },
  {
    name: onDemand('sign-in'),
    test: /src\/(features\/sign-in\/(?!nickname|member-prompts|staff|callback|.*-dialog)|platform\/oauth)|domain\/src\/(mail-domains|password)/,
    priority: 0,
  },
  // What only the two searchable lists need; forms elsewhere come with it.
  {
    name: sharedByPages('lists', 1),
    test: /src\/ui\/(field|live-search-field|search-field|select-field)/,
    priority: 2,
  },
  ...Object.entries(family).map(([name, test]) => ({
    name: (id: string, modules: Modules) => sharedByPages(name, name === 'post' || tiny.test(id) ? 1 : 2)(id, modules),
    test,
    // A group takes along what its modules need: the posts must be in theirs before.
    priority: name === 'related' ? 1 : 2,
  })),
]
