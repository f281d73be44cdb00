import { firstMessage } from '#web/api/api-error.ts'

/** What became of one address; null: it was invited. */
export interface InviteResult {
  readonly email: string
  readonly failure: string | null
}

/**
 * Invites one address after the other, so that a limit of the server is met by as few as possible, and tells of each as
 * soon as it is known. A refusal of one is no obstacle to the others.
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
