import { StartError } from '@hot/embedded'
import { causeLine } from '../http/request-log.ts'
import { SettingsError } from '../settings/settings.ts'

/** The server cannot start. `message` is one German line that says what to do. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartFailure'
  }
}

/** The embedded backend knows a directory; the operator of HoT knows the setting that names it. */
const withSetting = ({ code, message }: StartError) =>
  code === 'data_dir_missing' ? `${message.replace(/\.$/, '')} (HOT_DATA_DIR).` : message

/** What to print when the start fails: one line per cause, and no stack of ours for a mistake in a setting. */
export function startFailureLines(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.lines
  if (error instanceof StartError) return [withSetting(error)]
  if (error instanceof StartFailure) return [error.message]
  return [`HoT kann nicht starten: ${causeLine(error)}`]
}
