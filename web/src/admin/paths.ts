// Typed as text: one route of the router serves all screens of the admin area (docs/decisions/010-admin-screens.md).
export const starsPath: string = '/admin/stars'
export const createStarPath: string = '/admin/stars/create'
export const editStarPath = (id: string): string => `/admin/stars/edit/${id}`
export const socialPath: string = '/admin/stars/social-media'

export const formatsPath: string = '/admin/formats'
export const createFormatPath: string = '/admin/formats/create'
export const editFormatPath = (id: string): string => `/admin/formats/edit/${id}`

export const seasonsPath: string = '/admin/seasons'
export const calendarPath: string = '/admin/calendar'
export const createSeasonPath: string = '/admin/seasons/create'
export const editSeasonPath = (id: string): string => `/admin/seasons/edit/${id}`

export const newsPath: string = '/admin/news'

export const usersPath: string = '/admin/users'
export const createUserPath: string = '/admin/users/create'
export const editUserPath = (id: string): string => `/admin/users/edit/${id}`

export const operationsPath: string = '/admin/operations'
export const textsPath: string = '/admin/texts'
