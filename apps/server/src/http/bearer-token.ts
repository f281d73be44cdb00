// Ours are about 150 characters; the limit keeps a huge header from being hashed.
const MAX_LENGTH = 1000

/** The token of an `Authorization: Bearer …` header, or null when there is none to look at. */
export const bearerToken = (header: string | undefined): string | null => {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '') ?? []
  return token && token.length <= MAX_LENGTH ? token : null
}
