import { z } from 'zod'

export const pickKinds = ['star', 'format', 'season', 'member'] as const
export type PickKind = (typeof pickKinds)[number]

/** What a picker of the admin area offers; `hint` tells two of one name apart. */
export const pickedEntity = z.strictObject({ id: z.uuid(), title: z.string(), hint: z.string().nullable() })
export type PickedEntity = z.infer<typeof pickedEntity>
/** Answer of `admin_pick`: at most 10, best first. */
export const pickedEntities = z.array(pickedEntity).max(10)
