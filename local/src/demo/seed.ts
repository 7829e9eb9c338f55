import type { Backend } from '../backend-options.ts'

/** Fills an empty database with the demo set. Called once, after the demo accounts exist. */
export async function seedDemo(_backend: Backend): Promise<void> {}
