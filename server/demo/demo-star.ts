export type DemoStar = {
  firstName: string
  lastName: string
  nickname: string | null
  birthdate: string | null
  bio: string | null
  /** Where the votes lean, 1–5: [again, real, drama]. */
  lean: readonly [demand: number, realness: number, drama: number]
}

/** One line of the lists of stars. */
export const star = (
  firstName: string,
  lastName: string,
  nickname: string | null,
  birthdate: string | null,
  lean: DemoStar['lean'],
  bio: string | null,
): DemoStar => ({ firstName, lastName, nickname, birthdate, lean, bio })
