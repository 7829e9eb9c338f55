import { createStore } from '#web/create-store.ts'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'

/**
 * How this app stands with its server: `refused` replaces every page, `behind` those that fail. `site`: what the server says
 * of its operator today, with the links to the stores.
 */
export type AppState = { standing: 'served' | 'behind' | 'refused'; site: SiteOperator }
export const appState = /* @__PURE__ */ createStore<AppState>({ standing: 'served', site: {} })
