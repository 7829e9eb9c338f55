import { StartError } from '@hot/embedded'
import { rightsRemedy } from '../operator/database-remedies.ts'
import { SettingsError } from '../settings/settings.ts'
import { StartFailure } from '../wire/lifecycle.ts'
import { obstacleLine } from '../wire/obstacle-line.ts'
import { causeLine } from '../wire/request-log.ts'

/** The settings to look at, by the cause of a failed start. */
const settings: Partial<Record<StartError['code'], string>> = {
  data_dir_missing: 'HOT_DATA_DIR',
  files_unreachable: 'HOT_S3_ENDPOINT',
  files_refused: 'HOT_S3_…',
}

/** The embedded backend's message, with the setting that it is about. */
function withSetting({ code, message }: StartError): string {
  const setting = settings[code]
  return setting ? `${message.replace(/\.$/, '')} (${setting}).` : message
}

/** The German lines to print when the start fails, one per cause, without a stack trace. */
export function startFailureLines(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.lines
  const remedy = rightsRemedy(error)
  if (remedy) return [`HoT kann nicht starten: ${causeLine(error)} → ${remedy}`]
  if (error instanceof StartError) return [withSetting(error)]
  if (error instanceof StartFailure) return [error.message]
  return [`HoT kann nicht starten: ${obstacleLine(error) ?? causeLine(error)}`]
}
