/** Whose session the server ended on this page; null once they signed out themselves. What they typed may still stand here. */
let former: string | null = null

/** For the session only. */
export const rememberFormer = (userId: string | null): void => {
  former = userId
}

export const formerMember = (): string | null => former
