import { createFileRoute } from '@tanstack/react-router'

/** Every path of the admin area gives guests the same response, whether it exists or not. */
export const Route = createFileRoute('/admin/$')({})
