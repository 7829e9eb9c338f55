// Typed as text: the admin area's addresses are no routes of the router's (ADR 010).
export const starsPath: string = '/admin/stars'
export const createStarPath: string = '/admin/stars/create'
export const socialPath: string = '/admin/stars/social-media'
export const editStarPath = (id: string): string => `/admin/stars/edit/${id}`
export const editSeasonPath = (id: string): string => `/admin/seasons/edit/${id}`
