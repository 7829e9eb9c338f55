import { createContext } from 'react'

/** The post the comments stand under. */
export type CommentedPost = { id: string; authorId: string | null }
export const CommentedPostContext = createContext<CommentedPost>({ id: '', authorId: null })
