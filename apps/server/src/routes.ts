import type { Routes } from './http/routes.ts'

/** Every noun of the contract with its handlers, one line each. */
export const routes = {} satisfies Partial<Routes>
