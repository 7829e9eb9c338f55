import type { Engine } from '@hot/embedded/database/engine'
import { transaction } from '@hot/embedded/database/transaction'

/** HOT_EXTRA_MAIL_DOMAINS, kept where the database's own check reads it: one list holds on every path. */
export async function saveExtraMailDomains(engine: Engine, owner: string, domains: readonly string[]): Promise<void> {
  await transaction(engine, owner, (session) =>
    session.query(
      'update public.app_settings set extra_mail_domains = $1 where extra_mail_domains is distinct from $1',
      [domains.map((domain) => domain.trim().toLowerCase()).filter((domain) => domain !== '')],
    ),
  )
}

/** Lets one more domain in, for the addresses of a demo. */
export async function allowMailDomain(engine: Engine, owner: string, domain: string): Promise<void> {
  await transaction(engine, owner, (session) =>
    session.query(
      'update public.app_settings set extra_mail_domains = extra_mail_domains || $1::text where $1 <> all (extra_mail_domains)',
      [domain],
    ),
  )
}
