/** The Android channel of pushed notifications: made by the app, named by the server with every message. */
export const pushChannel = 'hot'
