/** Waits for the event, or rejects with the signal's reason. */
export const untilAborted = async (event: Promise<void>, signal: AbortSignal | undefined): Promise<void> => {
  signal?.throwIfAborted()
  const aborted = Promise.withResolvers<void>()
  const onAbort = () => aborted.reject(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  try {
    await Promise.race([event, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
