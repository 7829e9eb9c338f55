import { StartError } from '@hot/embedded'
import { causeLine } from '../http/request-log.ts'
import { SettingsError } from '../settings/settings.ts'

/** The server cannot start. `message` is one German line with a remedy. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartFailure'
  }
}

/** The embedded backend's message about a missing directory, with the setting that names it. */
const withSetting = ({ code, message }: StartError) =>
  code === 'data_dir_missing' ? `${message.replace(/\.$/, '')} (HOT_DATA_DIR).` : message

/** The German lines to print when the start fails, one per cause, without a stack trace. */
export function startFailureLines(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.lines
  if (error instanceof StartError) return [withSetting(error)]
  if (error instanceof StartFailure) return [error.message]
  return [`HoT kann nicht starten: ${causeLine(error)}`]
}
