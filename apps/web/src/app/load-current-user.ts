import type { Runtime } from './runtime.tsx'

/** Loads the signed-in user anew; the session takes it over. */
export const loadCurrentUser = async ({ queries, queryClient, session }: Runtime): Promise<void> => {
  const stored = session.current()?.user
  if (!stored) throw new Error('User is not authenticated')
  const user = await queryClient.fetchQuery(queries.users.get.queryOptions({ input: { id: stored.id }, staleTime: 0 }))
  const current = session.current()?.user ?? stored
  // A theme chosen while the request was in flight is newer than the response.
  const loaded = { ...user, ...(current.theme === stored.theme ? {} : { theme: current.theme }) }
  if (JSON.stringify(loaded) !== JSON.stringify(current)) session.replaceUser(loaded)
}
