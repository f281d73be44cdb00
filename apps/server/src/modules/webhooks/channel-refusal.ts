import type { ChannelFormat } from '#domain/webhooks.ts'
import { productName } from './channel-address.ts'

export interface ChannelRefusal {
  /** the message itself, or whatever is sent to the address */
  readonly refuses: 'message' | 'address'
  readonly problem: string
}

/** Statuses of a channel that is gone, or whose address is no longer valid. */
const ADDRESS_REFUSED = [401, 403, 404, 410]
/** Statuses of a request that can succeed later, or elsewhere. */
const TRANSIENT = [408, 429]

/** Slack names an error in the body: `channel_not_found`. */
const readErrorName = async (body: AsyncIterable<Buffer>): Promise<string> => {
  for await (const chunk of body) {
    const [name] = /^[a-z_]{1,50}$/.exec(chunk.toString()) ?? []
    return name === undefined ? '' : ` (${name})`
  }
  return ''
}

/** Why a channel won't take a message later, either; null: it took it, or can. Reads the beginning of the answer's body. */
export const channelRefusal = async (
  format: ChannelFormat,
  status: number,
  body: AsyncIterable<Buffer>,
): Promise<ChannelRefusal | null> => {
  if (status < 400 || status >= 500 || TRANSIENT.includes(status)) return null
  const answer = `${productName(format)} answered ${status}${await readErrorName(body)}`
  if (!ADDRESS_REFUSED.includes(status)) return { refuses: 'message', problem: answer }
  return { refuses: 'address', problem: `${answer}. Create a new webhook URL there and enter it here.` }
}
