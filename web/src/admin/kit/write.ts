import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite as useSingleWrite } from '#web/lib/api/rpc/use-write.ts'

/** German messages by refusal hint of our SQL. */
export type Refusals = Readonly<Record<string, string>>

/** Messages by refusal; a function where the database provides the wording. */
export type RefusalTexts = Refusals | ((error: Error) => Refusals)

type Options<Args, Answer> = {
  /** Messages specific to this action; others are in `failureText`. */
  refusals?: RefusalTexts | undefined
  /** For toast or navigation; runs after storing, before anything is refetched. */
  onDone?: (answer: Answer, args: Args) => unknown
  /** Query keys to invalidate afterwards; everything by default, because public pages may show it too. */
  affects?: readonly QueryKey[]
}

const everything: readonly QueryKey[] = [[]]

/**
 * A write by staff, one at a time: a second press while it runs does nothing. Afterwards what it
 * affects is refetched. `run` resolves with whether it worked; the failure is shown beside the button.
 */
export function useWrite<Args = void, Answer = unknown>(
  write: (args: Args) => Promise<Answer>,
  { refusals, onDone, affects = everything }: Options<Args, Answer> = {},
) {
  const client = useQueryClient()
  const single = useSingleWrite(write, {
    onDone: async (answer: Answer, args: Args) => {
      await onDone?.(answer, args)
      for (const queryKey of affects) void client.invalidateQueries({ queryKey })
    },
  })
  const { error } = single
  const texts = typeof refusals === 'function' ? error && refusals(error) : refusals
  return { ...single, failure: error && failureText(error, texts ?? {}) }
}

type Stored<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null }

/** Stored values as form fields: missing ones become an empty text, or the value from `defaults`. */
export const storedFields = <Fields extends object>(
  shape: { readonly [Name in keyof Fields]: unknown },
  stored: Stored<Fields> | null,
  defaults: Partial<Fields>,
) =>
  Object.fromEntries(
    (Object.keys(shape) as (keyof Fields)[]).map((name) => [name, stored?.[name] ?? defaults[name] ?? '']),
  ) as Fields

/** As many rows as the database takes in one call. */
const batchMax = 200

/** Calls `write` for up to 200 items at a time, one call after the other, and adds up the figures of the answers. */
export async function inBatches<Item, Totals extends Record<string, number>>(
  items: readonly Item[],
  write: (batch: readonly Item[]) => Promise<Totals>,
): Promise<{ [Name in keyof Totals]: number }> {
  const totals = {} as Record<keyof Totals, number>
  for (let at = 0; at < items.length; at += batchMax)
    for (const [name, count] of Object.entries(await write(items.slice(at, at + batchMax))) as [keyof Totals, number][])
      totals[name] = (totals[name] ?? 0) + count
  return totals
}
