/** The public face: what opens an embedded Supabase. Subpaths of package.json lead to the parts. */
export { openBackend } from './src/backend.ts'
export type { Backend, BackendOptions, BackendStatus, Query } from './src/backend-options.ts'
export { StartError, type StartErrorCode } from './src/directory/start-error.ts'
