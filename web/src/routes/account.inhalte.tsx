import { createFileRoute } from '@tanstack/react-router'

/** Guarded by the account route above it. */
export const Route = createFileRoute('/account/inhalte')({})
