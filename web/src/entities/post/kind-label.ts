import type { PostType } from '@hot/domain/contract/post'
import { postKinds } from '@hot/domain/post/address'

/** `Gerücht`, `Umfrage`, `Diskussion`. */
export const kindLabel = (type: PostType): string => postKinds.find((kind) => kind.type === type)?.label ?? ''

/** `Gerüchte`, `Umfragen`, `Diskussionen`. */
export const kindListLabel = (type: PostType): string => postKinds.find((kind) => kind.type === type)?.listLabel ?? ''
