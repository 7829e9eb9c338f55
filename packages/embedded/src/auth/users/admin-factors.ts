import { type AuthHandler, inAuth } from '../auth-context.ts'
import { factorIdOf, lockedFactor, removeFactor } from '../factors/factor-rows.ts'
import { foundUser } from './admin-users.ts'
import { factorJson } from './user-row.ts'

/** `GET /admin/users/{id}/factors` (internal/api/admin.go, adminUserGetFactors). */
export const adminFactors: AuthHandler = async (context, call) => {
  const user = await inAuth(context, (session) => foundUser(session, call.params[0] ?? ''))
  return Response.json(user.factors.map(factorJson))
}

/** `DELETE /admin/users/{id}/factors/{factor}`: the way back for a member who lost the device (adminUserDeleteFactor). */
export const adminDeleteFactor: AuthHandler = async (context, call) => {
  const factor = await inAuth(context, async (session) => {
    const user = await foundUser(session, call.params[0] ?? '')
    const locked = await lockedFactor(session, user.id, factorIdOf(call))
    await removeFactor(session, locked)
    return user.factors.find(({ id }) => id === locked.id)
  })
  return Response.json(factor ? factorJson(factor) : {})
}
