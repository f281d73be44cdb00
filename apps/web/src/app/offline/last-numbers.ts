import type { Runtime } from '../runtime.tsx'

type Parts = Pick<Runtime, 'session' | 'queryClient' | 'connection' | 'answers' | 'refreshes'>

/**
 * Removes the stored answers of anyone who is not signed in here any more, and asks again for what failed or is old once the
 * server can be reached, or for everything when the user wants to.
 */
export const manageLastNumbers = ({ session, queryClient, connection, answers, refreshes }: Parts): void => {
  const cleanUp = (): void => {
    const user = session.current()?.user ?? null
    const removal = user === null ? answers.removeAll() : answers.keepOnly(user)
    removal.catch((error: unknown) => console.warn('Stored answers could not be removed', error))
  }
  let signedInId = session.current()?.user?.id ?? null
  cleanUp()
  session.subscribe(() => {
    const id = session.current()?.user?.id ?? null
    if (id === signedInId) return
    signedInId = id
    cleanUp()
  })
  refreshes.subscribe(() => void queryClient.invalidateQueries())
  connection.onRestored((since) => {
    void queryClient.invalidateQueries({
      predicate: ({ state }) => state.status === 'error' || state.dataUpdatedAt >= since,
    })
  })
}
