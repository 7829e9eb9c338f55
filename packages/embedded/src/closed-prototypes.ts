/** What every module of this thread shares: objects that others inherit from, and those that give them out. */
const SHARED: readonly object[] = [
  Object,
  Array,
  Function,
  String,
  Number,
  Boolean,
  RegExp,
  Date,
  Promise,
  Map,
  Set,
].flatMap((maker) => [maker, maker.prototype])

/**
 * Lets nothing be added to shared objects any more: an assignment to a key that a request chose then fails in that request,
 * instead of changing every object of the process. For the start of every thread that reads requests. What is there stays
 * as writable as it was, since libraries give their own objects a `toString` by assignment.
 */
export function closeSharedObjects(): void {
  for (const object of SHARED) Object.preventExtensions(object)
}
