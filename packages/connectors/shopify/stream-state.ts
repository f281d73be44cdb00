import { z } from 'zod'
import type { StreamState } from '../kit/connector.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'

/** Reading what changed, page by page. */
const Changes = z.object({
  mode: z.literal('changes'),
  /** latest change that was read, epoch milliseconds; null: none yet */
  mark: z.number().nullable(),
  /** within a read: changes since when it lists, and where in the list it stands */
  page: z.object({ since: z.number().nullable(), after: z.string() }).nullable(),
})
export type Changes = z.infer<typeof Changes>

/** Reading a file that Shopify makes of everything. */
const Export = z.object({
  mode: z.literal('export'),
  operation: z.string(),
  /** records of the file that were read */
  done: z.int().min(0),
})
export type Export = z.infer<typeof Export>

const State = z.discriminatedUnion('mode', [Changes, Export])

/** What is written down as the state of a stream, read back; null stays null. */
export const readState = (state: StreamState | null): Changes | Export | null => {
  if (state === null) return null
  const parsed = State.safeParse(state)
  if (!parsed.success)
    throw new MalformedResponse('What was noted of the last read cannot be read; read everything again')
  return parsed.data
}
