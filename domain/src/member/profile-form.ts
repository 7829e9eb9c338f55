import * as z from 'zod/mini'
import { bioSchema } from './bio.ts'
import { nicknameSchema } from './nickname.ts'

/** The dialog in which a new member picks a name. */
export const nicknameForm = z.object({ nickname: nicknameSchema })

/** Name and bio on the page of the own profile. */
export const profileForm = z.object({ nickname: nicknameSchema, bio: bioSchema })
