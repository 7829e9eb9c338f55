import os from 'node:os'
import path from 'node:path'
import { isDiskFull } from '@hot/embedded/database/engine'

/** A container may run as a number that has no name. */
function accountName(): string {
  try {
    return os.userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** What each code of the system means for whoever called a command, and what mends it. */
const lines: Readonly<Record<string, (file: string) => string>> = {
  ENOSPC: (file) => `Für ${file} ist auf der Platte kein Platz mehr. Schaff Platz und ruf den Befehl noch einmal auf.`,
  EDQUOT: (file) =>
    `Für ${file} reicht das Kontingent dieses Kontos nicht. Schaff Platz und ruf den Befehl noch einmal auf.`,
  EACCES: (file) =>
    `Der Nutzer ${accountName()} darf ${file} nicht öffnen (EACCES). Leg es in einen Ordner, den er betreten darf, und gib es ihm: sudo chown -R ${accountName()} …`,
  EPERM: (file) =>
    `Der Nutzer ${accountName()} darf ${file} nicht ändern (EPERM). Gib es ihm: sudo chown -R ${accountName()} …`,
  EROFS: (file) => `${file} liegt auf einem Datenträger, der sich nur lesen lässt (EROFS). Häng ihn zum Schreiben ein.`,
  ENOENT: (file) => `${file} gibt es nicht (ENOENT). Prüf den Pfad, und ob der Datenträger eingehängt ist.`,
  ENOTDIR: (file) => `Auf dem Weg zu ${file} steht eine Datei, wo ein Ordner sein müsste (ENOTDIR). Prüf den Pfad.`,
  EEXIST: (file) => `${file} gibt es schon, aber nicht als Ordner (EEXIST). Prüf den Pfad.`,
  EISDIR: (file) => `${file} ist ein Ordner und müsste eine Datei sein (EISDIR). Prüf den Pfad.`,
}

/** As files are called until they are complete. */
const UNFINISHED = /\.(part|new)$/
const notWritable = (folder: string) =>
  `Der Nutzer ${accountName()} darf in ${folder} nicht schreiben (EACCES). Gib ihm den Ordner: sudo chown -R ${accountName()} ${folder}`

/** Reads and writes of an open file are told without its name. */
const SOMEWHERE = 'eine Datei'

/**
 * The line for what ends a command and its user can mend: a file or folder that they may not open, such as a backup that root
 * has brought here, that is missing or something else, and a disk that is full. undefined: `error` is another one.
 */
export function obstacleLine(error: unknown): string | undefined {
  if (isDiskFull(error))
    return 'Die Platte der Datenbank ist voll. Schaff dort Platz und ruf den Befehl noch einmal auf; was schon gespeichert ist, bleibt.'
  // Only those of the file system: a network's codes have no path, and PostgreSQL's are numbers.
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const file = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (file === undefined && error.code !== 'ENOSPC' && error.code !== 'EDQUOT') return undefined
  // What was to be written and is not there yet: its folder is in the way.
  if (file && error.code === 'EACCES' && UNFINISHED.test(file)) return notWritable(path.dirname(file))
  return lines[error.code]?.(file ?? SOMEWHERE)
}
