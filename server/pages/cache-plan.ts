/** Memory for guests' documents. Buffers lie outside of V8's heap and its limit. */
export const pageCacheBytes = 48 << 20
/** Rendering is CPU work in one thread: more at a time only makes all of them late. */
export const rendersAtOnce = 6
export const rendersWaiting = 300
