import { createFileRoute } from '@tanstack/react-router'

/** Every address of the admin area answers guests alike, whether it exists or not. */
export const Route = createFileRoute('/admin/$')({})
