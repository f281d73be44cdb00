import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './plain-search.ts'
import { routeTree } from './route-tree.tsx'
import type { Runtime } from './runtime.tsx'

/** The router over all pages. Pages load when the pointer or the focus rests on their link. */
export const createAppRouter = (runtime: Runtime) =>
  createRouter({
    routeTree,
    context: { runtime },
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })

export type AppRouter = ReturnType<typeof createAppRouter>
