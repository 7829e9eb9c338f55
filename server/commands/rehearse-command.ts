import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '@hot/embedded/backup/back-up'
import { isEncrypted, readIdentities } from '@hot/embedded/backup/encryption'
import { BackupError } from '@hot/embedded/backup/installation'
import { inRehearsal, rehearse } from '@hot/embedded/backup/rehearse'
import { installationOptions } from '../backend/embedded-backend.ts'
import { COUNTS_SQL, type Counts, type Finding } from '../jobs/rehearsal-record.ts'
import { readBackupSettings } from '../settings/backup-settings.ts'
import { buildInfo } from '../settings/build-info.ts'
import type { Environment } from '../settings/environment.ts'
import { newestAnywhere } from './off-machine.ts'
import { placeOf, runPlaceCommand } from './place.ts'

const USAGE = 'So geht es: npm run rehearse [-- DATEI] [--identity SCHLÜSSELDATEI]'

type Wanted = { file: string | undefined; identity: string | undefined; json: boolean; clean: boolean }

function readArguments(args: readonly string[]): Wanted {
  try {
    const options = {
      identity: { type: 'string' },
      json: { type: 'boolean', default: false },
      clean: { type: 'boolean', default: false },
    } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length < 2)
      return { ...values, identity: values.identity, file: positionals[0] && path.resolve(positionals[0]) }
  } catch (error) {
    throw new BackupError(USAGE, error)
  }
  throw new BackupError(USAGE)
}

/** The kernel ends this process before the server when memory runs out. */
function endFirst(): void {
  if (process.platform === 'linux') fs.writeFileSync('/proc/self/oom_score_adj', '1000')
}

/** Restores the newest backup, or a file, into a place of its own, counts what is in it, and removes it. Throws BackupError. */
export async function rehearseBackup(args: readonly string[], env: Environment): Promise<Finding | undefined> {
  const { file: given, identity, clean } = readArguments(args)
  const { problems, ...settings } = readBackupSettings(env)
  if (problems.length > 0) throw new BackupError(problems.join('\n'))
  const place = placeOf(env)
  const identities = identity === undefined ? [] : readIdentities(identity)
  const { migrationsDir, program } = installationOptions
  return inRehearsal(place, async (dir) => {
    if (clean) return undefined
    const newest = given ?? (await newestAnywhere(place.dataDir, settings))
    // This machine cannot read what is encrypted for another one. All else is tried: the copy, the file, the restore.
    const isSealed = identities.length === 0 && (await isEncrypted(newest))
    const fresh = path.join(dir, 'fresh.tar.gz')
    if (isSealed) await backUp(place, { to: fresh, version: buildInfo().version, unmarked: true })
    const { seen, createdAt, missing } = await rehearse(place, isSealed ? fresh : newest, dir, {
      migrationsDir,
      program,
      identities,
      look: async (session): Promise<Counts> => {
        const { rows } = await session.query(COUNTS_SQL, ['infinity'])
        return Object.fromEntries(rows.map(({ name, rows: count }) => [String(name), Number(count)]))
      },
    })
    return { file: isSealed ? null : path.basename(newest), createdAt, missing, counts: seen }
  })
}

/**
 * `npm run rehearse [-- FILE] [--identity KEY-FILE]`; the server calls it with `--json`, and with `--clean` to remove what a
 * killed one has left. Returns the lines to print. Throws BackupError, StartError.
 */
export async function rehearseCommand(args: readonly string[], env: Environment): Promise<string[]> {
  endFirst()
  const finding = await rehearseBackup(args, env)
  if (!finding) return []
  if (args.includes('--json')) return [JSON.stringify(finding)]
  const { file, createdAt, missing, counts } = finding
  return [
    file
      ? `${file} lässt sich zurückspielen: der Stand von ${createdAt}.`
      : `Eine frische, unverschlüsselte Kopie lässt sich zurückspielen (${createdAt}); sie ist wieder gelöscht. Die abgelegten Dateien probierst du mit --identity.`,
    ...Object.entries(counts).map(([name, rows]) => `  ${name}: ${rows} Zeilen`),
    missing > 0 ? `Der erste Start würde ${missing} Migrationen ausführen.` : 'Diese Version kann ihn so öffnen.',
  ]
}

if (import.meta.main) await runPlaceCommand(() => rehearseCommand(process.argv.slice(2), process.env))
