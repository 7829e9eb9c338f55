/** A row of auth.users with its identities and factors, instants as PostgreSQL writes them. */
export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: string | null
  invited_at: string | null
  phone: string | null
  phone_confirmed_at: string | null
  confirmed_at: string | null
  confirmation_token: string | null
  confirmation_sent_at: string | null
  recovery_token: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_token_new: string | null
  email_change_token_current: string | null
  email_change_sent_at: string | null
  email_change_confirm_status: number
  reauthentication_token: string | null
  reauthentication_sent_at: string | null
  last_sign_in_at: string | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  banned_until: string | null
  deleted_at: string | null
  is_anonymous: boolean
  created_at: string
  updated_at: string
  identities: IdentityRow[]
  factors: FactorRow[]
}

export type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

export type FactorRow = {
  id: string
  friendly_name: string | null
  factor_type: string
  status: string
  phone: string | null
  /** Model of a WebAuthn authenticator. */
  web_authn_aaguid: string | null
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** Whether the account has a second factor: what its sessions at aal1 may do is little then. */
export const hasVerifiedFactor = ({ factors }: UserRow): boolean => factors.some(({ status }) => status === 'verified')

/** PostgreSQL's `2025-01-01 10:00:00.5+00` as RFC 3339, as GoTrue writes instants. */
export const instant = (value: string) => value.replace(' ', 'T').replace(/[+-]00(:00)?$/, 'Z')

/** Only set fields: GoTrue omits empty instants and texts (`omitempty`). */
function present(
  values: Record<string, string | null>,
  as: (value: string) => string = instant,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, as(value)]] : [])))
}

const identityJson = (row: IdentityRow) => ({
  identity_id: row.id,
  id: row.provider_id,
  user_id: row.user_id,
  identity_data: row.identity_data,
  provider: row.provider,
  ...present({ last_sign_in_at: row.last_sign_in_at, created_at: row.created_at, updated_at: row.updated_at }),
  ...(row.email ? { email: row.email } : {}),
})

/** A factor as GoTrue returns it (internal/models/factor.go), without its secret. */
export const factorJson = (row: FactorRow) => ({
  id: row.id,
  ...present({ created_at: row.created_at, updated_at: row.updated_at }),
  status: row.status,
  ...(row.friendly_name ? { friendly_name: row.friendly_name } : {}),
  factor_type: row.factor_type,
  phone: row.phone ?? '',
  last_challenged_at: row.last_challenged_at ? instant(row.last_challenged_at) : null,
  ...present({ web_authn_aaguid: row.web_authn_aaguid }, String),
})

/** The user as GoTrue returns it (supabase/auth, internal/models/user.go), without hashes and tokens. */
export function userJson(row: UserRow) {
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    ...present({ email_confirmed_at: row.email_confirmed_at, invited_at: row.invited_at }),
    phone: row.phone ?? '',
    ...present({
      phone_confirmed_at: row.phone_confirmed_at,
      confirmation_sent_at: row.confirmation_sent_at,
      confirmed_at: row.confirmed_at,
      recovery_sent_at: row.recovery_sent_at,
    }),
    ...present({ new_email: row.email_change }, String),
    ...present({
      email_change_sent_at: row.email_change_sent_at,
      reauthentication_sent_at: row.reauthentication_sent_at,
      last_sign_in_at: row.last_sign_in_at,
    }),
    app_metadata: row.raw_app_meta_data ?? {},
    user_metadata: row.raw_user_meta_data ?? {},
    ...(row.factors.length > 0 ? { factors: row.factors.map(factorJson) } : {}),
    identities: row.identities.map(identityJson),
    ...present({
      created_at: row.created_at,
      updated_at: row.updated_at,
      banned_until: row.banned_until,
      deleted_at: row.deleted_at,
    }),
    is_anonymous: row.is_anonymous,
  }
}

export type UserJson = ReturnType<typeof userJson>
