import { type Contract, contractOf, LOOSE_RATES, openOnCopy } from '../../../packages/embedded/test/open-contract.ts'
import {
  type EmbeddedBackend,
  type EmbeddedOptions,
  installationOptions,
  openEmbedded,
} from '../../../server/backend/embedded-backend.ts'

/** HoT's embedded Supabase in this process, without scheduled jobs, and clients of it. */
export async function openInstallation(
  options: Partial<EmbeddedOptions> = {},
): Promise<Contract & { backend: EmbeddedBackend }> {
  const siteUrl = options.siteUrl ?? 'http://127.0.0.1:4999'
  const whole = { siteUrl, rates: LOOSE_RATES, jobs: false as const, ...options }
  const backend = await (whole.dataDir || whole.databaseUrl
    ? openEmbedded(whole)
    : openOnCopy(installationOptions.migrationsDir, (dataDir) => openEmbedded({ ...whole, dataDir })))
  return contractOf(backend, siteUrl)
}
