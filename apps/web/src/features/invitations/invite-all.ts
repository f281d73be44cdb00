import { firstMessage } from '#web/api/api-error.ts'

/** The result for one address; a null failure means that it was invited. */
export interface InviteResult {
  readonly email: string
  readonly failure: string | null
}

/**
 * Invites addresses sequentially, so that a rate limit affects as few as possible, and reports each result immediately.
 * One failure does not stop the others.
 */
export const inviteAll = async (
  emails: readonly string[],
  invite: (email: string) => Promise<unknown>,
  onResult: (result: InviteResult) => void,
): Promise<readonly InviteResult[]> => {
  const results: InviteResult[] = []
  for (const email of emails) {
    const result = await invite(email).then(
      () => ({ email, failure: null }),
      (error: unknown) => ({ email, failure: firstMessage(error, 'The invitation couldn’t be sent.') }),
    )
    results.push(result)
    onResult(result)
  }
  return results
}
