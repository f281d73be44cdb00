import { Failure } from '#contract/errors.ts'
import type { RecordCounts } from './file-store.ts'

const REASONS = {
  missing: 'its file is missing',
  damaged: 'its file is damaged',
  older: 'its file is older than the last import or sync',
  foreign: 'its file belongs to another account',
  locked: 'its file is encrypted and the key is missing',
  incomplete: 'the last import or sync is missing',
} as const

export type UnavailableReason = keyof typeof REASONS

const RETRY_SECONDS = 60
const numbers = new Intl.NumberFormat('en-US')
const list = new Intl.ListFormat('en-US')

const describeCounts = (counts: RecordCounts): string => {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${numbers.format(count)} ${table.replaceAll('_', ' ')}`)
  return parts.length === 0 ? '' : ` It last had ${list.format(parts)}.`
}

/** The account had data that its file does not hold. Nothing of it is answered, least of all zeros. */
export class DataUnavailable extends Failure {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, counts: RecordCounts, cause?: unknown) {
    const message = `This account’s data is unavailable: ${REASONS[reason]}.${describeCounts(counts)} Restore a backup, or sync all data again.`
    super('account.data_unavailable', [{ code: 'account.data_unavailable', message }], {
      cause,
      retryAfter: RETRY_SECONDS,
    })
    this.reason = reason
  }
}

/** Only this account's data is unavailable; the server and other accounts go on. */
export class UpgradeFailure extends Failure {
  constructor(message: string, cause: unknown) {
    super('server.unavailable', [{ code: 'server.unavailable', message }], { cause, retryAfter: RETRY_SECONDS })
  }
}
