import fs from 'node:fs'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** Stands in a data directory while a restore puts its entries into place. */
export const RESTORE_MARK = 'restore-unfinished'

/** A restore that was cut off between two entries has left a mixture of two installations. Throws StartError. */
export function refuseHalfRestore(dir: string): void {
  if (!fs.existsSync(path.join(dir, RESTORE_MARK))) return
  throw new StartError(
    'data_dir_damaged',
    `In ${dir} ist eine Wiederherstellung abgebrochen worden. Bitte die Sicherung noch einmal zurückspielen, mit --replace.`,
  )
}
