import '#web/styles.css'
import { registerTokenSource } from '#web/lib/api/transport/request-context.ts'

// Components are tested as a guest.
registerTokenSource(async () => ({ accessToken: async () => null, renewedToken: async () => null }))
