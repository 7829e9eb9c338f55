import '#web/styles.css'
import { registerTokenSource } from '#web/lib/api/transport/request-context.ts'

// Who looks at a component is a guest.
registerTokenSource(async () => ({ accessToken: async () => null, renewedToken: async () => null }))
