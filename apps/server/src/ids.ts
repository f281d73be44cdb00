import { randomBytes, randomUUID } from 'node:crypto'

/** The only source of ids and randomness; tests may replace it. */
export interface Ids {
  /** unguessable row id */
  next(): string
  /** `bytes` of randomness for a token, base64url */
  token(bytes: number): string
}

export const systemIds: Ids = {
  next: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}
