/** Addresses of the admin area are plain strings for the router (docs/decisions/010-admin-screens.md). */
export const usersPath: string = '/admin/users'
export const createUserPath: string = '/admin/users/create'
export const editUserPath = (id: string): string => `/admin/users/edit/${id}`
